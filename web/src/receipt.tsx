import { useEffect, useState } from 'preact/hooks';
import { getTool, type Receipt, type Tool } from './api';
import { Dialog } from './dialog';
import { count, harmless, size, words } from './format';

/** Wards of the trace that are listed at once. */
const listed = 50;

/** How a result came about: from which files and rows, by which formula. */
export function ReceiptDialog({ receipt, close }: { receipt: Receipt; close: () => void }) {
  const [tool, setTool] = useState<Tool>(); // for the names that people know
  useEffect(() => {
    getTool(receipt.tool).then(setTool, () => undefined); // its own names will do
  }, [receipt.tool]);
  const title = (arg: string) => words(tool?.schema.properties?.[arg]?.title ?? arg);
  return (
    <Dialog title={`Receipt ${receipt.id}`} close={close}>
      <dl class="receipt">
        <dt>What ran</dt>
        <dd>
          {tool?.title ?? words(receipt.tool)}
          <ul class="args">
            {Object.entries(receipt.args).map(([name, value]) => (
              <li key={name}>
                {title(name)}: <b dir="auto">{argument(value)}</b>
              </li>
            ))}
          </ul>
        </dd>
        <dt>Formula</dt>
        <dd>{harmless(receipt.formula)}</dd>
        {receipt.steps && (
          <>
            <dt>Steps</dt>
            <dd>
              <ol>
                {receipt.steps.map((step, i) => (
                  <li key={i}>{harmless(step)}</li>
                ))}
              </ol>
            </dd>
          </>
        )}
        <dt>Rows in the numbers</dt>
        <dd>{count(receipt.rows)}</dd>
        <dt>Files</dt>
        <dd>
          <ul>
            {receipt.inputs.map((input) => (
              <li key={input.hash}>
                <bdi>{input.name}</bdi>, {size(input.size)} <code title={`SHA-256 ${input.hash}`}>{input.hash.slice(0, 12)}</code>
              </li>
            ))}
          </ul>
        </dd>
        {receipt.trace && (
          <>
            <dt>Rows of each ward</dt>
            <dd>
              <Trace trace={receipt.trace} />
            </dd>
          </>
        )}
        <dt>When</dt>
        <dd>
          {new Date(receipt.at).toLocaleString()}, version {receipt.version}
        </dd>
      </dl>
    </Dialog>
  );
}

function argument(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? count(value) : JSON.stringify(value);
}

/** The rows that each ward's numbers came from, to be searched by name. */
function Trace({ trace }: { trace: Record<string, string> }) {
  const [wanted, setWanted] = useState('');
  const found = Object.entries(trace).filter(([ward]) => ward.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <>
      <input
        type="search"
        value={wanted}
        placeholder="Find a ward"
        aria-label="Find a ward"
        onInput={(e) => setWanted(e.currentTarget.value)}
      />
      <ul class="trace" tabIndex={0} aria-label="Rows of each ward">
        {found.slice(0, listed).map(([ward, rows]) => (
          <li key={ward}>
            <b dir="auto">{ward}</b> <span dir="auto">{rows}</span>
          </li>
        ))}
      </ul>
      {found.length > listed && <p class="hint">and {count(found.length - listed)} more</p>}
      {found.length === 0 && <p class="hint">No ward of that name.</p>}
    </>
  );
}
