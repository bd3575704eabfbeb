/** Requests that take time: their progress, and the reply or the problem at the end. */

import type { Reply } from './api';
import { readEvents } from './events';

/** News of work that takes time; total is 0 when it is not known. */
export interface Progress {
  what: string;
  done: number;
  total: number;
}

/** What went wrong, in a sentence that can be shown. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }

  static unreachable(): Problem {
    return new Problem(0, 'unreachable', 'The server cannot be reached. Nothing is lost; try again when the connection is back.');
  }

  /** Reads problem+json; an answer of another kind comes from something in between. */
  static of(status: number, body: string): Problem {
    try {
      const { code, detail } = JSON.parse(body) as { code?: string; detail?: string };
      if (detail) return new Problem(status, code ?? '', detail);
    } catch {
      // said below
    }
    return new Problem(status, 'unexpected', `The server answered in an unexpected way (status ${status}). Try again in a moment.`);
  }

  /** Whether the same request may succeed when it is sent again. */
  get passing(): boolean {
    return this.status === 0 || this.status === 409 || this.status === 429 || this.status >= 500;
  }
}

/**
 * Posts and follows the events of the answer. XMLHttpRequest, because fetch does
 * not tell how much of an upload has been sent.
 */
export function send(path: string, body: string | FormData, key: string, onProgress: (p: Progress) => void): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('Accept', 'text/event-stream');
    request.setRequestHeader('Idempotency-Key', key);
    if (typeof body === 'string') request.setRequestHeader('Content-Type', 'application/json');
    else {
      request.upload.onprogress = (e) => onProgress({ what: 'Sending the files', done: e.loaded, total: e.total });
      request.upload.onload = () => onProgress({ what: 'Reading the files', done: 0, total: 0 });
    }

    let read = 0;
    request.onprogress = () => {
      if (request.status !== 200) return;
      const { events, end } = readEvents(request.responseText, read);
      read = end;
      for (const event of events) {
        if (event.name === 'progress') onProgress(JSON.parse(event.data) as Progress);
        else if (event.name === 'reply') resolve(JSON.parse(event.data) as Reply);
        else if (event.name === 'problem') {
          const { status } = JSON.parse(event.data) as { status: number };
          reject(Problem.of(status, event.data));
        }
      }
    };
    request.onerror = () => reject(Problem.unreachable());
    request.onload = () => {
      if (request.status !== 200) reject(Problem.of(request.status, request.responseText));
      else reject(Problem.unreachable()); // the stream ended before the reply: without effect after one
    };
    request.send(body);
  });
}

/** A name for a request, so that sending it again does nothing twice. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}
