import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

/** A window over the page. Escape, the button and a click beside it close it. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => element.current!.showModal(), []);
  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      onClose={close}
      onClick={(e) => e.target === e.currentTarget && e.currentTarget.close()}
    >
      <div class="window">
        <header>
          <h2 id={heading} dir="auto">
            {title}
          </h2>
          <button type="button" class="quiet" onClick={() => element.current!.close()}>
            Close
          </button>
        </header>
        <div class="body">{children}</div>
      </div>
    </dialog>
  );
}
