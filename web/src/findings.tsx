import type { Table } from './api';
import { DataTable } from './datatable';
import { count, harmless, plural } from './format';

const severities = [
  { name: 'blocking', title: 'To settle first' },
  { name: 'warning', title: 'Warnings' },
  { name: 'info', title: 'Notes' },
];

/** Whether a table lists findings about the files. */
export const listsFindings = (table: Table) => ['severity', 'effect'].every((name) => table.columns.some((c) => c.name === name));

/** A table, or the findings that it lists. */
export const Rows = ({ table }: { table: Table }) => (listsFindings(table) ? <Findings table={table} /> : <DataTable table={table} />);

/** What was noticed in the files, by severity: each in a sentence with its place. */
function Findings({ table }: { table: Table }) {
  const column = (name: string) => table.columns.find((c) => c.name === name);
  const severity = column('severity')!.text!;
  const groups = severities
    .map((s) => ({ ...s, rows: severity.flatMap((value, row) => (value === s.name ? [row] : [])) }))
    .filter((group) => group.rows.length > 0);
  return (
    <div class="findings">
      {groups.map((group) => (
        <details key={group.name} open={group.name !== 'info'} class={group.name}>
          <summary>
            {group.title} <span class="tally">{count(group.rows.length)}</span>
          </summary>
          <ul>
            {group.rows.map((row) => (
              <li key={row}>
                <span dir="auto">{harmless(column('effect')!.text![row]!)}</span>
                <Place file={column('unit')?.text?.[row]} heading={column('column')?.text?.[row]} rows={column('rows')?.numbers?.[row]} />
              </li>
            ))}
          </ul>
        </details>
      ))}
      {groups.length === 0 && <p>Nothing was noticed in the files.</p>}
    </div>
  );
}

function Place({ file, heading, rows }: { file?: string; heading?: string; rows?: number | null }) {
  return (
    <small class="place">
      {file && <bdi>{file}</bdi>}
      {heading && <bdi>{heading}</bdi>}
      {!!rows && <span>{plural(rows, 'row')}</span>}
    </small>
  );
}
