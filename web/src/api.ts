/** The server's API, as /openapi.json describes it: the part that the page uses. */

import { Problem, type Progress, send } from './send';

export interface Chip {
  label: string;
  say: string;
}

export interface Option {
  label: string;
  say?: string;
  recommended?: boolean;
}

export interface Question {
  id: string;
  text: string;
  options?: Option[];
}

/** A column holds text or numbers; a missing number is null, never zero. */
export interface Column {
  name: string;
  title?: string;
  unit?: string;
  direction?: number;
  text?: string[];
  numbers?: (number | null)[];
}

export interface Table {
  title?: string;
  columns: Column[];
}

export interface Input {
  name: string;
  hash: string;
  size: number;
}

export interface Receipt {
  id: string;
  tool: string;
  args: Record<string, unknown>;
  inputs: Input[];
  formula: string;
  rows: number;
  steps?: string[];
  from?: Record<string, string>;
  trace?: Record<string, string>;
  version: string;
  at: string;
}

export interface ResultRef {
  id: string;
  kind: 'table' | 'map' | 'report';
  name: string;
}

export interface Result extends ResultRef {
  turn: number;
  size: number;
  formats: string[];
}

export interface Reply {
  answer: string;
  outcome: 'run' | 'ask' | 'rephrase' | 'answer' | 'blocked' | 'error';
  tool?: string;
  warnings?: string[];
  assumed?: string[];
  table?: Table;
  question?: Question;
  chips?: Chip[];
  receipt?: Receipt;
  results?: ResultRef[];
}

export interface Turn {
  number: number;
  at: string;
  text: string;
  reply: Reply;
}

export interface SessionSummary {
  id: string;
  updated_at: string;
  turns: number;
  opening: string;
}

export interface Analysis {
  kind: string;
  title: string;
  stale: boolean;
  supplied: boolean;
}

export interface SessionState extends SessionSummary {
  files: Input[];
  done: Analysis[];
}

export interface Tool {
  title: string;
  schema: { properties?: Record<string, { title?: string }> };
}

/** Who sends the requests, and how one can sign in; with no ways nobody has to. */
export interface Me {
  signed_in: boolean;
  user?: string;
  sign_in: ('token' | 'password')[];
}

export type Credentials = { token: string } | { user: string; password: string };

const base = '/api/v1';

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(base + path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw Problem.unreachable();
  }
  const text = await response.text();
  if (!response.ok) throw Problem.of(response.status, text);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Every item of a list that comes in pages, handed over page by page. */
async function pages<T>(path: string, list: string, cursor: string, take: (items: T[]) => void): Promise<void> {
  for (let next: string | undefined = cursor; next !== undefined;) {
    const page: Record<string, unknown> = await call('GET', `${path}?limit=200&cursor=${encodeURIComponent(next)}`);
    take(page[list] as T[]);
    next = page.next as string | undefined;
  }
}

const at = (session: string) => `/sessions/${encodeURIComponent(session)}`;

export const whoAmI = () => call<Me>('GET', '/me');

export const signIn = (credentials: Credentials) => call<void>('POST', '/login', credentials);

export const signOut = () => call<void>('POST', '/logout');

export const getTool = (name: string) => call<Tool>('GET', `/tools/${encodeURIComponent(name)}`);

/** The sessions that changed last. */
export async function listSessions(): Promise<SessionSummary[]> {
  const page = await call<{ sessions: SessionSummary[] }>('GET', '/sessions?limit=30');
  return page.sessions;
}

export const startSession = () => call<SessionSummary>('POST', '/sessions');

export const getSession = (session: string) => call<SessionState>('GET', at(session));

export const listTurns = (session: string, take: (turns: Turn[]) => void) => pages<Turn>(`${at(session)}/turns`, 'turns', '', take);

/** What the turns after a number produced. */
export async function listResults(session: string, after: number): Promise<Result[]> {
  const all: Result[] = [];
  await pages<Result>(`${at(session)}/results`, 'results', after > 0 ? String(after) : '', (page) => all.push(...page));
  return all;
}

export const say = (session: string, text: string, key: string, onProgress: (p: Progress) => void) =>
  send(`${base}${at(session)}/turns`, JSON.stringify({ text }), key, onProgress);

export function upload(session: string, files: File[], key: string, onProgress: (p: Progress) => void) {
  const form = new FormData();
  for (const file of files) form.append('files', file, file.name);
  return send(`${base}${at(session)}/uploads`, form, key, onProgress);
}

/** The address of a result, in one of its formats. */
export const resultAddress = (session: string, result: string, format = '') =>
  `${base}${at(session)}/results/${encodeURIComponent(result)}${format && `?format=${format}`}`;

/** A result's content as text. */
export async function resultText(session: string, result: string): Promise<string> {
  const response = await fetch(resultAddress(session, result)).catch(() => {
    throw Problem.unreachable();
  });
  const text = await response.text();
  if (!response.ok) throw Problem.of(response.status, text);
  return text;
}
