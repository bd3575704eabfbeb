import { useMemo, useState } from 'preact/hooks';
import type { Column, Table } from './api';
import { cells, missing, plural, words } from './format';

/** Rows that are shown before "Show all". */
const opening = 20;

interface Order {
  column: number;
  falling: boolean;
}

/** A table whose rows can be sorted by a click on a heading. */
export function DataTable({ table }: { table: Table }) {
  const [order, setOrder] = useState<Order>();
  const [all, setAll] = useState(false);
  const shown = useMemo(() => table.columns.map(cells), [table]);
  const rows = useMemo(() => sorted(table, order), [table, order]);
  const visible = all ? rows : rows.slice(0, opening);
  const caption = table.title ?? '';

  const sortBy = (column: number) => {
    const first = table.columns[column]!.numbers !== undefined; // numbers: the largest first
    setOrder({ column, falling: order?.column === column ? !order.falling : first });
  };

  return (
    <figure class="table">
      {caption && <figcaption dir="auto">{caption}</figcaption>}
      <div class="scroll" tabIndex={0} role="region" aria-label={caption || 'Table'}>
        <table>
          <thead>
            <tr>
              {table.columns.map((column, i) => (
                <th
                  key={i}
                  scope="col"
                  class={kind(column)}
                  aria-sort={order?.column === i ? (order.falling ? 'descending' : 'ascending') : undefined}
                >
                  <button type="button" onClick={() => sortBy(i)}>
                    {column.title || words(column.name)}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visible.map((row) => (
              <tr key={row}>
                {table.columns.map((column, i) => (
                  <Cell key={i} column={column} row={row} text={shown[i]![row]!} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {visible.length < rows.length && (
        <button type="button" class="quiet" onClick={() => setAll(true)}>
          Show all {plural(rows.length, 'row')}
        </button>
      )}
    </figure>
  );
}

const kind = (column: Column) => (column.numbers ? 'number' : 'text');

function Cell({ column, row, text }: { column: Column; row: number; text: string }) {
  if (!column.numbers)
    return (
      <td class="text" dir="auto">
        {text}
      </td>
    );
  if (text === missing)
    return (
      <td class="number absent" title="no value">
        {missing}
      </td>
    );
  const share = column.direction === 1 && column.unit !== 'rank' ? column.numbers[row]! : NaN;
  if (!(share >= 0 && share <= 1)) return <td class="number">{text}</td>;
  return (
    <td class="number bar" style={{ '--share': `${share * 100}%` }}>
      {text}
    </td>
  );
}

/** The numbers of the rows in the order asked for; rows without a value come last. */
export function sorted(table: Table, order: Order | undefined): number[] {
  const rows = Array.from((table.columns[0]?.numbers ?? table.columns[0]?.text ?? []).keys());
  const column = order && table.columns[order.column];
  if (!column) return rows;
  const sign = order.falling ? -1 : 1;
  const { numbers, text } = column;
  if (!numbers) return rows.sort((a, b) => sign * text![a]!.localeCompare(text![b]!, 'en', { numeric: true }));
  return rows.sort((a, b) => {
    const x = numbers[a] ?? null;
    const y = numbers[b] ?? null;
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (x - y);
  });
}
