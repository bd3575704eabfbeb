import { harmless } from './format';

/** Plain text as the server writes it: paragraphs, and lines that begin with "- " or two spaces as a list. */
export function Prose({ text }: { text: string }) {
  return (
    <div class="prose" dir="auto">
      {blocks(harmless(text)).map((block, i) =>
        block.list ? (
          <ul key={i}>
            {block.lines.map((line, j) => (
              <li key={j}>{line}</li>
            ))}
          </ul>
        ) : (
          <p key={i}>{block.lines.join('\n')}</p>
        ),
      )}
    </div>
  );
}

export interface Block {
  list: boolean;
  lines: string[];
}

/** Splits text into paragraphs and lists. */
export function blocks(text: string): Block[] {
  const found: Block[] = [];
  for (const paragraph of text.split(/\n{2,}/)) {
    let block: Block | undefined;
    for (const line of paragraph.split('\n')) {
      if (line === '') continue;
      const list = /^(- |  )/.test(line);
      if (block?.list !== list) found.push((block = { list, lines: [] }));
      block.lines.push(list ? line.slice(2) : line);
    }
  }
  return found;
}
