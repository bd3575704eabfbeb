import type { Chip, Reply } from './api';
import { harmless } from './format';

/** The open question with its numbered options. */
export function Options({ reply, typed, answer }: { reply: Reply; typed: string; answer: (say: string) => void }) {
  const { options = [] } = reply.question!;
  const pressed = (e: KeyboardEvent) => {
    const option = options[Number(e.key) - 1];
    if (option && !e.ctrlKey && !e.metaKey && !e.altKey) answer(option.say || option.label);
  };
  return (
    <ol class="options" aria-label="Answers" onKeyDown={pressed}>
      {options.map((option, i) => (
        <li key={i}>
          <button type="button" class={typed.trim() === String(i + 1) ? 'meant' : ''} onClick={() => answer(option.say || option.label)}>
            <kbd aria-hidden="true">{i + 1}</kbd>
            <span dir="auto">{option.label}</span>
            {option.recommended && <em>recommended</em>}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The question as it was put, when it is no longer open. */
export function PastQuestion({ reply }: { reply: Reply }) {
  const { text, options = [] } = reply.question!;
  return (
    <div class="question past">
      <p>{harmless(text)}</p>
      <ol>
        {options.map((option, i) => (
          <li key={i} dir="auto">
            {option.label}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What she may want to say next. */
export function Chips({ chips, answer }: { chips: Chip[]; answer: (say: string) => void }) {
  return (
    <ul class="chips" aria-label="Suggestions">
      {chips.map((chip, i) => (
        <li key={i}>
          <button type="button" title={chip.say} dir="auto" onClick={() => answer(chip.say)}>
            {chip.label}
          </button>
        </li>
      ))}
    </ul>
  );
}
