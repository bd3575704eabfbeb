import { describe, expect, it } from 'vitest';
import { readEvents, type ServerEvent } from './events';

const stream = ': still working\n\nevent: progress\ndata: {"done":1}\n\nevent: reply\ndata: {"answer":"a: b"}\ndata: more\n\n';
const events: ServerEvent[] = [
  { name: 'progress', data: '{"done":1}' },
  { name: 'reply', data: '{"answer":"a: b"}\nmore' },
];

describe('readEvents', () => {
  it('reads names and data, and passes over comments', () => {
    expect(readEvents(stream, 0)).toEqual({ events, end: stream.length });
  });

  it('gives the same events wherever the stream is cut', () => {
    for (let cut = 0; cut <= stream.length; cut++) {
      const first = readEvents(stream.slice(0, cut), 0);
      const second = readEvents(stream, first.end);
      expect([...first.events, ...second.events]).toEqual(events);
    }
  });

  it('waits for the end of an event', () => {
    expect(readEvents('event: reply\ndata: {"ans', 0)).toEqual({ events: [], end: 0 });
  });
});
