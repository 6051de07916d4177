import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Option } from '../../src/server/options/options.ts';
import { defaultIn, options, servesToo } from '../../src/server/options/options.ts';
import { commandNames } from '../../src/server/options/commands.ts';
import type { CommandName } from '../../src/server/options/commands.ts';
import { code, plain, remakePage } from './made-tables.ts';

const declared = readFileSync(
  join(import.meta.dirname, '..', '..', 'src', 'server', 'options', 'options.ts'),
  'utf8',
);

describe('docs/command-line.md', async () => {
  const page = await remakePage('command-line.md', {
    options: (names) => [
      ['Option', 'Default', 'What it does', 'Variable'],
      ...names.map((name) => rowOfOption(find(name))),
    ],
  });

  it('has the tables that the options give (STUNTDOUBLE_UPDATE_DOCS=1 writes them)', () => {
    expect(page.made).toBe(page.text);
  });

  it('names each option in the comment of one table', () => {
    const flags = options.filter(({ flag }) => flag !== undefined).map(({ name }) => name);
    expect(page.named.get('options')?.toSorted()).toEqual(flags.toSorted());
  });

  it.each(commandNames)('tells of the command %s', (name) => {
    expect(page.text).toMatch(new RegExp(`\\n\\| \`(\\[${name}\\]|${name})[ \`]`));
  });
});

describe('docs/library.md', async () => {
  const page = await remakePage('library.md', {
    'library options': (names) => [
      ['Option', 'Type', 'Default', 'What it does'],
      ...names.map((name) => rowOfLibrary(find(name))),
    ],
  });

  it('has the tables that the options give (STUNTDOUBLE_UPDATE_DOCS=1 writes them)', () => {
    expect(page.made).toBe(page.text);
  });

  it('names each option of the library in the comment of one table', () => {
    const names = options.filter(({ isInLibrary }) => isInLibrary).map(({ name }) => name);
    expect(page.named.get('library options')?.toSorted()).toEqual(names.toSorted());
  });
});

function find(name: string): Option {
  const found = options.find((option) => option.name === name);
  if (!found) throw new Error(`a comment names ${name}, which is no option`);
  return found;
}

function rowOfOption(option: Option): readonly string[] {
  const { name, flag, variable, fileVariable, kind, commands } = option;
  const negation = option.fallback === true ? `, ${code(`--no-${flag}`)}` : '';
  const value = kind.placeholder === undefined ? '' : ` ${kind.placeholder}`;
  const variables = [variable, fileVariable, name === 'port' ? 'PORT' : undefined];
  const { help, standard } = splitHelp(option);
  return [
    code(`--${flag}${value}`) + negation,
    standard,
    plain(help) + placesOf(commands),
    variables.flatMap((one) => (one === undefined ? [] : code(one))).join(', '),
  ];
}

function rowOfLibrary(option: Option): readonly string[] {
  const standard = defaultIn(option, 'library');
  const isOpen = standard === undefined || (Array.isArray(standard) && standard.length === 0);
  const shown = isOpen
    ? option.name === 'data'
      ? 'in memory'
      : splitHelp(option).standard
    : code(typeof standard === 'string' ? `'${standard}'` : JSON.stringify(standard));
  return [code(option.name), code(typeOf(option)), shown, plain(splitHelp(option).help)];
}

/** The type as `MockOptions` declares it. */
function typeOf({ name }: Option): string {
  const [, type = ''] = new RegExp(`  readonly ${name}\\?: ([^;]+);`).exec(declared) ?? [];
  return type.replaceAll('readonly ', '');
}

/** Options of the server need no word on where they apply. */
function placesOf(commands: readonly CommandName[]): string {
  const others = commands.filter((command) => !servesToo.has(command) && command !== 'serve');
  const all = commands.includes('serve') ? others : commands;
  if (all.length === 0) return '';
  return ` (${commands.includes('serve') ? 'also ' : ''}${all.map(code).join(', ')})`;
}

/** A default that depends on something stands in brackets at the end of the help. */
function splitHelp(option: Option): { readonly help: string; readonly standard: string } {
  const { help, fallback, kind } = option;
  const isOpen = fallback === undefined || (Array.isArray(fallback) && fallback.length === 0);
  if (!isOpen) return { help, standard: code(kind.show(fallback)) };
  if (kind.placeholder === undefined && !help.endsWith(')')) return { help, standard: code('off') };
  const [, said = help, standard = 'none'] = /^(.*) \(([^()]+)\)$/.exec(help) ?? [];
  return { help: said, standard: plain(standard) };
}
