import { describe, expect, it } from 'vitest';
import { readRows, readTable } from './csv';

describe('readRows', () => {
  it.each([
    [
      'plain cells',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quotes, commas and lines in a cell',
      '"say ""hi"", now","two\nlines"\r\nx,\r\n',
      [
        ['say "hi", now', 'two\nlines'],
        ['x', ''],
      ],
    ],
    [
      'no line break at the end',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a byte order mark', '\ufeffa\n', [['a']]],
    ['nothing', '', []],
  ])('reads %s', (_, text, want) => {
    expect(readRows(text)).toEqual(want);
  });

  it('refuses a quote that never ends', () => {
    expect(() => readRows('a,"b\n')).toThrow('not a CSV file');
  });
});

describe('readTable', () => {
  it('takes a column for numbers when every value is one, and empty for missing', () => {
    expect(readTable('ward,tpr,code\nTafa,0.25,007\nNara,,012\n')).toEqual({
      columns: [
        { name: 'ward', text: ['Tafa', 'Nara'] },
        { name: 'tpr', numbers: [0.25, null] },
        { name: 'code', text: ['007', '012'] },
      ],
    });
  });
});
