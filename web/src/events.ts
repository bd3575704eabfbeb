/** A server-sent event: its name and its data, lines joined. */
export interface ServerEvent {
  name: string;
  data: string;
}

/**
 * Reads the whole events of an event stream from a place on, and says where the
 * first incomplete one begins (WHATWG HTML, "Server-sent events"; the server
 * ends lines with \n).
 */
export function readEvents(stream: string, from: number): { events: ServerEvent[]; end: number } {
  const events: ServerEvent[] = [];
  let end = from;
  for (let stop = stream.indexOf('\n\n', end); stop >= 0; stop = stream.indexOf('\n\n', end)) {
    let name = 'message';
    const data: string[] = [];
    for (const line of stream.slice(end, stop).split('\n')) {
      const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line)!;
      if (field === 'event') name = value!;
      else if (field === 'data') data.push(value!);
    }
    if (data.length > 0) events.push({ name, data: data.join('\n') });
    end = stop + 2;
  }
  return { events, end };
}
