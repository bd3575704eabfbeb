/** How values are shown: the same way everywhere, and as the terminal shows them. */

import type { Column } from './api';

/** What stands where there is no value. */
export const missing = '–';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const percent = new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A whole number with separators between the thousands. */
export const count = (n: number): string => whole.format(n);

/** The cells of a column: fractions as percentages, counts with separators, others with three decimals. */
export function cells(column: Column): string[] {
  if (!column.numbers) return column.text ?? [];
  const format = column.unit === 'fraction' ? percent : column.numbers.every((n) => n === null || Number.isInteger(n)) ? whole : decimal;
  return column.numbers.map((n) => (n === null ? missing : format.format(n)));
}

/** A size in bytes, KB or MB (powers of 1,000). */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** "1 row", "2 rows". */
export const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;

/** A name of the API for people: "test_method" -> "Test method". */
export function words(name: string): string {
  const spaced = name.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/**
 * A sentence without the marks that reverse the direction of text or are not
 * visible: a name from a file must not turn the rest of the sentence round.
 */
export const harmless = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
