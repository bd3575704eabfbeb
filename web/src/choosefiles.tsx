import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

interface Props {
  class: string;
  label?: string; // for a button without words
  disabled?: boolean;
  add: (files: File[]) => void;
  children: ComponentChildren;
}

/** A button that opens the browser's choice of files. */
export function ChooseFiles({ add, label, children, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" {...button} aria-label={label} title={label} onClick={() => input.current!.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={(e) => {
          add(Array.from(e.currentTarget.files ?? []));
          e.currentTarget.value = ''; // so that the same file can be chosen again
        }}
      />
    </>
  );
}
