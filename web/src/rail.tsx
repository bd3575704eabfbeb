import { type Me, type Result, resultAddress, type SessionState, type SessionSummary } from './api';
import { harmless, size } from './format';

interface Props {
  me: Me;
  sessions: SessionSummary[];
  session?: SessionState;
  results: Result[];
  busy: boolean;
  start: () => void;
  signOut: () => void;
}

/** Beside the conversation: what the session holds, and the other sessions. */
export function Rail({ me, sessions, session, results, busy, start, signOut }: Props) {
  return (
    <>
      {session && <Holdings session={session} results={results} />}
      <section>
        <header>
          <h2>Sessions</h2>
          <button type="button" class="small" disabled={busy} onClick={start}>
            New session
          </button>
        </header>
        <ul class="sessions">
          {sessions.map((s) => (
            <li key={s.id}>
              <a href={`#${s.id}`} aria-current={s.id === session?.id ? 'page' : undefined}>
                <span dir="auto">{harmless(s.opening) || 'Nothing said yet'}</span>
                <time dateTime={s.updated_at}>{when(s.updated_at)}</time>
              </a>
            </li>
          ))}
          {sessions.length === 0 && <li class="hint">Your sessions will be listed here.</li>}
        </ul>
      </section>
      {me.sign_in.length > 0 && (
        <p class="account">
          <span dir="auto">{me.user}</span>
          <button type="button" class="quiet" onClick={signOut}>
            Sign out
          </button>
        </p>
      )}
    </>
  );
}

function Holdings({ session, results }: { session: SessionState; results: Result[] }) {
  const latest = Array.from(new Map(results.map((r) => [r.name, r])).values());
  return (
    <>
      {session.files.length > 0 && (
        <section>
          <h2>Files</h2>
          <ul class="holdings">
            {session.files.map((file) => (
              <li key={file.hash}>
                <bdi>{file.name}</bdi> <span class="hint">{size(file.size)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {session.done.length > 0 && (
        <section>
          <h2>Done</h2>
          <ul class="holdings">
            {session.done.map((analysis) => (
              <li key={analysis.kind} class={analysis.stale ? 'stale' : 'fresh'}>
                <span>{analysis.title}</span>
                <span class="hint">{analysis.stale ? 'outdated' : analysis.supplied ? 'from a file' : ''}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {latest.length > 0 && (
        <section>
          <h2>Results</h2>
          <ul class="holdings">
            {latest.map((result) => (
              <li key={result.id}>
                <a href={resultAddress(session.id, result.id)} download={result.name}>
                  <bdi>{result.name}</bdi>
                </a>{' '}
                <span class="hint">{size(result.size)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The time of day for today, the day otherwise. */
function when(time: string): string {
  const at = new Date(time);
  const today = at.toDateString() === new Date().toDateString();
  return today
    ? at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    : at.toLocaleDateString([], { day: 'numeric', month: 'short' });
}
