import { useId, useState } from 'preact/hooks';
import { Chips, Options, PastQuestion } from './answers';
import type { Question, Receipt, Reply, Result } from './api';
import type { Exchange } from './conversation';
import { Downloads } from './downloads';
import { Rows } from './findings';
import { harmless, plural } from './format';
import { Prose } from './prose';
import { ReceiptDialog } from './receipt';
import type { Progress } from './send';
import { WardMap } from './wardmap';

interface Props {
  exchange: Exchange;
  asked: Question | undefined; // what was open when it was said
  session: string;
  results: Result[];
  open: boolean; // the last one, whose question and suggestions can be answered
  typed: string;
  answer: (say: string) => void;
  retry: () => void;
}

/** One thing said and what came of it. */
export function ExchangeView({ exchange, asked, session, results, open, typed, answer, retry }: Props) {
  const { said, reply, progress, problem } = exchange;
  const heading = useId();
  return (
    <article class="exchange" aria-labelledby={heading}>
      <h2 class="said" id={heading} dir="auto">
        {harmless(said)}
        <Meant said={said} asked={asked} />
      </h2>
      {progress && <Working progress={progress} />}
      {problem && (
        <div class="problem" role="alert">
          <p>{harmless(problem.message)}</p>
          {problem.passing && open && (
            <button type="button" onClick={retry}>
              Try again
            </button>
          )}
        </div>
      )}
      {reply && <ReplyView reply={reply} session={session} results={results} open={open} typed={typed} answer={answer} />}
    </article>
  );
}

/** The option that a bare number stands for. */
function Meant({ said, asked }: { said: string; asked: Question | undefined }) {
  const option = /^\d+$/.test(said) && asked?.options?.[Number(said) - 1];
  return option ? <span class="meant">{option.label}</span> : null;
}

function Working({ progress }: { progress: Progress }) {
  const { what, done, total } = progress;
  return (
    <div class="working">
      <span>{what}</span>
      {total > 1 ? <progress value={done} max={total} aria-label={what} /> : <progress aria-label={what} />}
      {total > 1 && <span class="share">{Math.floor((100 * done) / total)}%</span>}
    </div>
  );
}

type ReplyProps = Pick<Props, 'session' | 'results' | 'open' | 'typed' | 'answer'> & { reply: Reply };

function ReplyView({ reply, session, results, open, typed, answer }: ReplyProps) {
  const maps = (reply.results ?? []).filter((r) => r.kind === 'map' && r.name.endsWith('.svg'));
  return (
    <div class={`reply ${reply.outcome}`}>
      {reply.answer && <Prose text={reply.answer} />}
      {maps.map((map) => (
        <WardMap key={map.id} session={session} map={map} />
      ))}
      {reply.table && <Rows table={reply.table} />}
      <Notes title="Warnings" kind="warnings" notes={reply.warnings} />
      <Notes title="Assumptions" kind="assumed" notes={reply.assumed} />
      {(reply.receipt || results.length > 0) && (
        <div class="sources">
          {reply.receipt && <ReceiptButton receipt={reply.receipt} />}
          <Downloads session={session} results={results} />
        </div>
      )}
      {reply.question && open && (
        <div class="question">
          <p dir="auto">{harmless(reply.question.text)}</p>
          <Options reply={reply} typed={typed} answer={answer} />
        </div>
      )}
      {reply.question && !open && <PastQuestion reply={reply} />}
      {!reply.question && open && reply.chips && <Chips chips={reply.chips} answer={answer} />}
    </div>
  );
}

function Notes({ title, kind, notes = [] }: { title: string; kind: string; notes?: string[] }) {
  if (notes.length === 0) return null;
  return (
    <section class={`notes ${kind}`}>
      <h3>{title}</h3>
      <ul>
        {notes.map((note, i) => (
          <li key={i} dir="auto">
            {harmless(note)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReceiptButton({ receipt }: { receipt: Receipt }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <button type="button" class="source" onClick={() => setShown(true)}>
        Receipt <span class="hint">from {plural(receipt.rows, 'row')}</span>
      </button>
      {shown && <ReceiptDialog receipt={receipt} close={() => setShown(false)} />}
    </>
  );
}
