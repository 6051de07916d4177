import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, expectTypeOf, it } from 'vitest';

import type { MockOptions } from './options.ts';
import { defaultIn, options, readOptions } from './options.ts';
import type { LibraryName, OptionValues } from './table.ts';

const readme = await readFile(join(import.meta.dirname, '../../../README.md'), 'utf8');

/** The rows of the tables below a heading that begin with code, without the marks of code. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const [, text = ''] = readme.split(`\n## ${heading}\n`);
  const [section = ''] = text.split('\n## ');
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll(/[`\\]/g, '').trim()));
}

describe('the command line in the readme', () => {
  const rows = rowsBelow('Command line');

  it.each(options.filter(({ flag }) => flag !== undefined))('has a row for --$flag', (option) => {
    const { name, flag, variable, fileVariable, kind, fallback } = option;
    const found = rows.filter(([, left = '']) => new RegExp(`^--${flag}(?![\\w-])`).test(left));
    expect(found).toHaveLength(1);
    const [, left = '', variables, standard = ''] = found[0] ?? [];
    const value = kind.placeholder === undefined ? '' : ` ${kind.placeholder}`;
    expect([`--${flag}${value}`, `--${flag}, --no-${flag}`]).toContain(left);
    const common = name === 'port' ? 'PORT' : undefined;
    const names = [variable, fileVariable, common].filter((one) => one !== undefined);
    expect(variables).toBe(names.join(', '));
    if (variable === undefined || fallback === undefined) return;
    // A list is empty by default, or what `--help` tells.
    if (Array.isArray(fallback)) expect(['', 'none', 'table']).toContain(standard);
    else expect(standard.replace(/ \((.*)\)$/, ', $1')).toBe(kind.show(fallback));
  });

  it('has no row for what is no option', () => {
    const named = rows.flatMap(([, left = '']) => /^--([\w-]+)/.exec(left)?.[1] ?? []);
    expect(named.toSorted()).toEqual(options.flatMap(({ flag }) => flag ?? []).toSorted());
  });
});

describe('the options of createMock in the readme', () => {
  const cells = rowsBelow('Library').flatMap(([, names = '', standards = '']) => {
    const all = names.split(', ');
    const values = all.length === 1 ? [standards] : standards.split(', ');
    return all.map((name, at) => [name, values[at] ?? ''] as const);
  });
  const inLibrary = options.filter(({ isInLibrary }) => isInLibrary);

  it.each(inLibrary)('have a cell for $name', (option) => {
    const found = cells.filter(([name]) => name === option.name);
    expect(found).toHaveLength(1);
    const standard = defaultIn(option, 'library');
    if (standard === undefined) return;
    if (Array.isArray(standard))
      expect(['none', '[]', 'the Workspace contract']).toContain(found[0]?.[1]);
    else expect(readStandard(found[0]?.[1])).toBe(standard);
  });

  it('have no cell for what is no option', () => {
    const callbacks = ['onExchange', 'onNotice'];
    const names = [...inLibrary.map(({ name }) => name), ...callbacks];
    expect(cells.map(([name]) => name).toSorted()).toEqual(names.toSorted());
  });
});

const units = new Map([
  ['second', 1000],
  ['hour', 3_600_000],
  ['MiB', 2 ** 20],
]);

/** The value that a cell of a table speaks of. */
function readStandard(cell = ''): unknown {
  const [, amount = '', unit = ''] = /^(\d+|an) ([a-zA-Z]+?)s?$/.exec(cell) ?? [];
  const size = units.get(unit);
  if (size !== undefined) return (amount === 'an' ? 1 : Number(amount)) * size;
  return cell.startsWith("'") ? cell.replaceAll("'", '') : JSON.parse(cell);
}

describe('the options of createMock', () => {
  it('are those of the table, with its types', () => {
    type Given<T> = T extends readonly (infer One)[] ? One | readonly One[] : Exclude<T, undefined>;
    type OfTable = { readonly [Name in LibraryName]?: Given<OptionValues[Name]> };
    expectTypeOf<Omit<MockOptions, 'onExchange' | 'onNotice'>>().toEqualTypeOf<OfTable>();
  });

  it('are complete after they were read', () => {
    expect(readOptions({ contract: 'a.yaml', allowHost: ['a', 'b'] })).toMatchObject({
      contract: ['a.yaml'],
      allowHost: ['a', 'b'],
      overlay: [],
      data: undefined,
      durability: 'sync',
      seed: 'stuntdouble',
      controlPrefix: '/_mock',
      journal: 1000,
      onExchange: undefined,
      // Then the server reviews no examples.
      onNotice: undefined,
    });
  });

  it('fall back to the default where they are undefined', () => {
    const given: object = { seed: undefined, cors: undefined };
    expect(readOptions(given)).toMatchObject({ seed: 'stuntdouble', cors: true });
  });

  it.each<[given: MockOptions, message: string]>([
    [{ journal: -1 }, 'the option "journal" must be a whole number from 0, not -1'],
    [{ journalBytes: 0.5 }, 'the option "journalBytes" must be a whole number from 0, not 0.5'],
    [
      { bodyTimeout: 0 },
      'the option "bodyTimeout" must be a whole number of milliseconds above 0, not 0',
    ],
    [
      { maxBytesInFlight: 0 },
      'the option "maxBytesInFlight" must be a whole number above 0, not 0',
    ],
    [{ controlToken: '' }, 'controlToken must not be empty'],
    [{ trustProxy: '10.0.0/8' }, 'trustProxy: 10.0.0/8 is no address or range of addresses'],
    [{ allowHost: 'a/b' }, 'allowHost must be a host name such as api.example'],
  ])('%j is refused', (given, message) => {
    expect(() => readOptions(given)).toThrow(TypeError);
    expect(() => readOptions(given)).toThrow(message);
  });
});
