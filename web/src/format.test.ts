import { describe, expect, it } from 'vitest';
import { cells, count, harmless, plural, size, words } from './format';

describe('cells', () => {
  it.each([
    ['fractions as percentages', { name: 'rate', unit: 'fraction', numbers: [0.5, 0.0004, null, 1] }, ['50.0%', '0.0%', '–', '100.0%']],
    ['whole numbers with separators', { name: 'n', numbers: [1234567, 0, null, -1200] }, ['1,234,567', '0', '–', '-1,200']],
    ['other numbers with three decimals, all of them', { name: 'x', numbers: [1, 2.34567] }, ['1.000', '2.346']],
    ['text as it is, empty stays empty', { name: 't', text: ['<b>', ''] }, ['<b>', '']],
    ['nothing at all', { name: 'none', numbers: [null, null] }, ['–', '–']],
  ])('shows %s', (_, column, want) => {
    expect(cells(column)).toEqual(want);
  });
});

describe('small words', () => {
  it('says sizes in the unit that fits', () => {
    expect([0, 999, 1000, 999_499, 1_257_750].map(size)).toEqual(['0 bytes', '999 bytes', '1 KB', '999 KB', '1.3 MB']);
  });
  it('counts in the plural but for one', () => {
    expect([plural(0, 'row'), plural(1, 'row'), plural(1200, 'row')]).toEqual(['0 rows', '1 row', '1,200 rows']);
    expect(count(25000)).toBe('25,000');
  });
  it('turns names of arguments into words', () => {
    expect([words('test_method'), words('N'), words('')]).toEqual(['Test method', 'N', '']);
  });
});

describe('harmless', () => {
  it('drops what turns a sentence round or is not seen, and keeps scripts and lines', () => {
    expect(harmless('read \u202Evsc.elif\u202C and \u2066x\u2069\u0007\u001b[31m')).toBe('read vsc.elif and x[31m');
    expect(harmless('مستشفى\nKàrá 診療所\t1')).toBe('مستشفى\nKàrá 診療所\t1');
  });
});
