import { useEffect, useReducer, useRef } from 'preact/hooks';
import {
  getSession,
  listResults,
  listTurns,
  type Reply,
  type Result,
  say,
  type SessionState,
  startSession,
  type Turn,
  upload,
} from './api';
import { newKey, Problem, type Progress } from './send';

/** Something said, with what is known of its outcome. */
export interface Exchange {
  key: string;
  said: string;
  reply?: Reply;
  turn?: number; // its number in the session, once it is known
  progress?: Progress; // while it is under way
  problem?: Problem;
}

interface State {
  exchanges: Exchange[];
  results: Result[];
  session?: SessionState;
  loading: boolean;
  problem?: Problem; // of the session as a whole
}

type Action =
  | { do: 'open'; loading: boolean }
  | { do: 'turns'; turns: Turn[] }
  | { do: 'loaded' }
  | { do: 'say'; exchange: Exchange }
  | { do: 'change'; key: string; to: Partial<Exchange> }
  | { do: 'know'; session: SessionState; results: Result[] }
  | { do: 'fail'; problem: Problem };

const empty: State = { exchanges: [], results: [], loading: false };

function reduce(state: State, action: Action): State {
  switch (action.do) {
    case 'open':
      return { ...empty, loading: action.loading };
    case 'turns': {
      const past = action.turns.map((t) => ({ key: `turn-${t.number}`, said: t.text, reply: t.reply, turn: t.number }));
      return { ...state, exchanges: [...state.exchanges, ...past] };
    }
    case 'loaded':
      return { ...state, loading: false };
    case 'say':
      return { ...state, exchanges: [...state.exchanges.filter((e) => e.key !== action.exchange.key), action.exchange] };
    case 'change':
      return { ...state, exchanges: state.exchanges.map((e) => (e.key === action.key ? { ...e, ...action.to } : e)) };
    case 'know': {
      const known = new Set(state.results.map((r) => r.id));
      return { ...state, session: action.session, results: [...state.results, ...action.results.filter((r) => !known.has(r.id))] };
    }
    case 'fail':
      return { ...state, loading: false, problem: action.problem };
  }
}

type Work = (session: string, key: string, onProgress: (p: Progress) => void) => Promise<Reply>;

/**
 * One session and what is said in it. A session is started by the first thing
 * said; started tells its id.
 */
export function useConversation(id: string | undefined, started: (id: string) => void, changed: () => void) {
  const [state, dispatch] = useReducer(reduce, empty);
  const current = useRef<string | undefined>(undefined);
  const works = useRef(new Map<string, Work>());

  /** Learns what the session holds now; results only of the turns after a number. */
  const learn = async (session: string, after: number) => {
    const [known, results] = await Promise.all([getSession(session), listResults(session, after)]);
    if (current.current === session) dispatch({ do: 'know', session: known, results });
    return known;
  };

  useEffect(() => {
    if (id !== undefined && id === current.current) return; // started here
    current.current = id;
    works.current.clear();
    dispatch({ do: 'open', loading: id !== undefined });
    if (id === undefined) return;
    const mine = () => current.current === id;
    Promise.all([listTurns(id, (turns) => mine() && dispatch({ do: 'turns', turns })), learn(id, 0)]).then(
      () => mine() && dispatch({ do: 'loaded' }),
      (problem) => mine() && dispatch({ do: 'fail', problem }),
    );
  }, [id]);

  const busy = state.loading || state.exchanges.some((e) => e.progress);

  /** Does the work of an exchange, and does it again under the same key on retry. */
  const run = async (exchange: Exchange, work: Work) => {
    works.current.set(exchange.key, work);
    dispatch({ do: 'say', exchange: { ...exchange, problem: undefined, progress: { what: 'Working', done: 0, total: 0 } } });
    let session = current.current;
    const mine = () => current.current === session;
    const change = (to: Partial<Exchange>) => mine() && dispatch({ do: 'change', key: exchange.key, to });
    try {
      if (session === undefined) {
        session = (await startSession()).id;
        current.current = session;
        started(session);
      }
      const reply = await work(session, exchange.key, (progress) => change({ progress }));
      change({ reply, progress: undefined });
      const last = Math.max(0, ...state.exchanges.map((e) => e.turn ?? 0));
      change({ turn: (await learn(session, last)).turns });
      works.current.delete(exchange.key);
      changed();
    } catch (problem) {
      change({ progress: undefined, problem: problem as Problem });
    }
  };

  return {
    ...state,
    busy,
    say: (text: string) => run({ key: newKey(), said: text }, (session, key, onProgress) => say(session, text, key, onProgress)),
    add: (files: File[]) =>
      run({ key: newKey(), said: `Files: ${files.map((f) => f.name).join(', ')}` }, (session, key, onProgress) =>
        upload(session, files, key, onProgress),
      ),
    retry: (exchange: Exchange) => {
      const work = works.current.get(exchange.key);
      if (work) void run(exchange, work);
    },
  };
}
