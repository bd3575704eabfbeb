import { useEffect, useState } from 'preact/hooks';
import { type Result, resultAddress, resultText, type Table } from './api';
import { readTable } from './csv';
import { Dialog } from './dialog';
import { Rows } from './findings';

/** The files that a turn produced: to look at, and to download in every format that they come in. */
export function Downloads({ session, results }: { session: string; results: Result[] }) {
  return (
    <>
      {results.map((result) => (
        <span class="source" key={result.id}>
          <bdi class="name">{result.name}</bdi>
          {result.formats.includes('csv') && <Look session={session} result={result} />}
          {result.formats.map((format) => (
            <a
              key={format}
              href={resultAddress(session, result.id, format)}
              download={renamed(result.name, format)}
              aria-label={`${result.name} as ${format}`}
            >
              {format}
            </a>
          ))}
        </span>
      ))}
    </>
  );
}

const renamed = (name: string, format: string) => name.replace(/\.[^.]*$/, '') + `.${format}`;

/** Shows all rows of a table. */
function Look({ session, result }: { session: string; result: Result }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <button type="button" aria-label={`view ${result.name}`} onClick={() => setShown(true)}>
        view
      </button>
      {shown && <TableDialog session={session} result={result} close={() => setShown(false)} />}
    </>
  );
}

function TableDialog({ session, result, close }: { session: string; result: Result; close: () => void }) {
  const [table, setTable] = useState<Table>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    resultText(session, result.id)
      .then((text) => setTable(readTable(text)))
      .catch((e: Error) => setProblem(e.message));
  }, []);
  return (
    <Dialog title={result.name} close={close}>
      {table ? <Rows table={table} /> : <p class="hint">{problem || 'Loading …'}</p>}
    </Dialog>
  );
}
