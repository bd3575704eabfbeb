import { useEffect, useRef, useState } from 'preact/hooks';
import { listSessions, type Me, type SessionSummary, signOut, whoAmI } from './api';
import { Composer } from './composer';
import { useConversation } from './conversation';
import { DropArea } from './droparea';
import { ExchangeView } from './exchange';
import { harmless } from './format';
import { Rail } from './rail';
import type { Problem } from './send';
import { SignIn } from './signin';
import { Welcome } from './welcome';

/** The page: the sign-in where one is needed, else the console. */
export function App() {
  const [me, setMe] = useState<Me>();
  const [sessions, setSessions] = useState<SessionSummary[]>([]);
  const [problem, setProblem] = useState<Problem>();

  /** Finds out who is signed in, and what she has. */
  const ask = async () => {
    try {
      const answer = await whoAmI();
      setSessions(answer.signed_in ? await listSessions() : []);
      setMe(answer);
    } catch (failure) {
      setProblem(failure as Problem);
    }
  };
  useEffect(() => void ask(), []);

  if (!me) {
    return (
      <main class="opening">
        <h1>ChatMRPT</h1>
        {problem && (
          <p class="problem" role="alert">
            {problem.message}
          </p>
        )}
      </main>
    );
  }
  if (!me.signed_in) return <SignIn ways={me.sign_in} done={ask} />;
  return <Console me={me} sessions={sessions} ask={ask} />;
}

function Console({ me, sessions, ask }: { me: Me; sessions: SessionSummary[]; ask: () => void }) {
  const [id, open] = useAddress(sessions[0]?.id);
  const [text, setText] = useState('');
  const [railShown, showRail] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const thread = useRef<HTMLDivElement>(null);

  const conversation = useConversation(id, open, ask);
  const { exchanges, results, session, busy, loading } = conversation;
  const last = exchanges[exchanges.length - 1];

  useEffect(() => {
    showRail(false);
    if (!touch) field.current?.focus();
  }, [id]);
  useEffect(() => {
    if (last?.problem?.status === 401) ask();
  }, [last?.problem]);
  useEffect(() => {
    thread.current?.lastElementChild?.scrollIntoView();
  }, [last?.key, last?.reply, loading]);

  const say = (said: string) => {
    if (busy) return;
    void conversation.say(said);
    if (!touch) field.current?.focus();
  };
  const add = (files: File[]) => {
    if (!busy && files.length > 0) void conversation.add(files);
  };
  const start = () => open(undefined);

  return (
    <DropArea ready={!busy} add={add}>
      <a
        class="skip"
        href="#say"
        onClick={(e) => {
          e.preventDefault();
          field.current?.focus();
        }}
      >
        Skip to the message box
      </a>
      <header class="top">
        <h1>ChatMRPT</h1>
        <button type="button" class="quiet" aria-expanded={railShown} aria-controls="rail" onClick={() => showRail(!railShown)}>
          {railShown ? 'Close' : 'Files and sessions'}
        </button>
      </header>
      <aside
        id="rail"
        class={railShown ? 'shown' : ''}
        aria-label="Files and sessions"
        onKeyDown={(e) => e.key === 'Escape' && showRail(false)}
      >
        <Rail
          me={me}
          sessions={sessions}
          session={session}
          results={results}
          busy={busy}
          start={start}
          signOut={() => signOut().then(ask, ask)}
        />
      </aside>
      <main>
        <div class="thread" ref={thread}>
          {conversation.problem && (
            <p class="problem" role="alert">
              {conversation.problem.message}
            </p>
          )}
          {loading && exchanges.length === 0 && <p class="hint">Opening the session …</p>}
          {!loading && exchanges.length === 0 && !conversation.problem && <Welcome add={add} say={say} />}
          {exchanges.map((exchange, i) => (
            <ExchangeView
              key={exchange.key}
              exchange={exchange}
              asked={exchanges[i - 1]?.reply?.question}
              session={session?.id ?? id ?? ''}
              results={results.filter((r) => r.turn === exchange.turn)}
              open={exchange === last && !busy}
              typed={text}
              answer={say}
              retry={() => conversation.retry(exchange)}
            />
          ))}
        </div>
        <Composer
          text={text}
          setText={setText}
          hint={last?.reply?.question ? 'A number, or words' : 'Say what you want'}
          busy={busy}
          say={say}
          add={add}
          field={field}
        />
      </main>
      <p class="unseen" role="status">
        {last?.reply && harmless([last.reply.answer, last.reply.question?.text].filter(Boolean).join('\n'))}
      </p>
    </DropArea>
  );
}

/** A finger: focusing the message box would raise a keyboard over the answer. */
const touch = matchMedia('(pointer: coarse)').matches;

/** The session named in the address, after the #; at first the latest where none is named. */
function useAddress(latest: string | undefined): [string | undefined, (id: string | undefined) => void] {
  const named = () => location.hash.slice(1) || undefined;
  const [id, setId] = useState(named() ?? latest);
  useEffect(() => {
    const changed = () => setId(named());
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  const open = (to: string | undefined) => {
    history.pushState(null, '', to ? `#${to}` : location.pathname);
    setId(to);
  };
  return [id, open];
}
