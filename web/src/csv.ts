/** Reads the server's CSV files (RFC 4180) into a table. */

import type { Table } from './api';

/** The rows of a CSV file, as text. */
export function readRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // A cell, quoted or not, and what ends it.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  cell.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) throw new Error('not a CSV file');
    row.push(found[1] === undefined ? found[2]! : found[1].replaceAll('""', '"'));
    if (found[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return row.length > 0 ? [...rows, row] : rows;
}

/** A table in which a column is numeric when every value in it is; empty is missing. */
export function readTable(text: string): Table {
  const [heads = [], ...rows] = readRows(text);
  const columns = heads.map((name, i) => {
    const values = rows.map((row) => row[i] ?? '');
    const numeric = values.some((v) => v !== '') && values.every((v) => v === '' || /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(v));
    return numeric ? { name, numbers: values.map((v) => (v === '' ? null : Number(v))) } : { name, text: values };
  });
  return { columns };
}
