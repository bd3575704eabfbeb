import type { Ref } from 'preact';
import { ChooseFiles } from './choosefiles';

interface Props {
  text: string;
  setText: (text: string) => void;
  hint: string;
  busy: boolean;
  say: (text: string) => void;
  add: (files: File[]) => void;
  field: Ref<HTMLTextAreaElement>;
}

/** What works at any time, whatever is asked or done. */
const always = ['status', 'undo', 'help'];

/** Where she writes: Enter sends, Shift and Enter begin a line. */
export function Composer({ text, setText, hint, busy, say, add, field }: Props) {
  const send = () => {
    if (text.trim() === '' || busy) return;
    setText('');
    say(text.trim());
  };
  const pressed = (e: KeyboardEvent) => {
    if (e.key !== 'Enter' || e.shiftKey || e.isComposing) return;
    e.preventDefault();
    send();
  };
  return (
    <form
      class="composer"
      onSubmit={(e) => {
        e.preventDefault();
        send();
      }}
    >
      <div class="field">
        <ChooseFiles class="attach" label="Add files" disabled={busy} add={add}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M10 4v12M4 10h12" />
          </svg>
        </ChooseFiles>
        <div class="grow" data-text={text}>
          <textarea
            ref={field}
            id="say"
            rows={1}
            maxLength={20000}
            value={text}
            placeholder={hint}
            aria-label="Say what you want"
            dir="auto"
            enterkeyhint="send"
            autocomplete="off"
            onInput={(e) => setText(e.currentTarget.value)}
            onKeyDown={pressed}
          />
        </div>
        <button type="submit" class="send" disabled={busy || text.trim() === ''}>
          Send
        </button>
      </div>
      <p class="always">
        {always.map((command) => (
          <button key={command} type="button" class="quiet" disabled={busy} onClick={() => say(command)}>
            {command}
          </button>
        ))}
      </p>
    </form>
  );
}
