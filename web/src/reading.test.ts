import { describe, expect, it } from 'vitest';
import type { Table } from './api';
import { sorted } from './datatable';
import { blocks } from './prose';

describe('blocks', () => {
  it('splits paragraphs from lists', () => {
    expect(blocks('I read:\n- one\n- two\nTogether 3.\n\nNext?')).toEqual([
      { list: false, lines: ['I read:'] },
      { list: true, lines: ['one', 'two'] },
      { list: false, lines: ['Together 3.'] },
      { list: false, lines: ['Next?'] },
    ]);
    expect(blocks('Say:\n  map tpr\n  plan nets')).toEqual([
      { list: false, lines: ['Say:'] },
      { list: true, lines: ['map tpr', 'plan nets'] },
    ]);
    expect(blocks('')).toEqual([]);
  });
});

describe('sorted', () => {
  const table: Table = {
    columns: [
      { name: 'ward', text: ['Tafa 10', 'Tafa 2', 'Nara', 'Abo'] },
      { name: 'tpr', numbers: [0.2, null, 0.4, 0.2] },
    ],
  };

  it.each([
    ['as they came', undefined, [0, 1, 2, 3]],
    ['by name, numbers in names by size', { column: 0, falling: false }, [3, 2, 1, 0]],
    ['largest first, missing last, ties as they came', { column: 1, falling: true }, [2, 0, 3, 1]],
    ['smallest first, missing last as well', { column: 1, falling: false }, [0, 3, 2, 1]],
  ])('puts rows %s', (_, order, want) => {
    expect(sorted(table, order)).toEqual(want);
  });
});
