import { describe, expect, it } from 'vitest';

import type { ToldWorld } from './failure-report.ts';
import { tellWorld } from './failure-report.ts';

const silent: ToldWorld = {
  name: 'mine',
  requests: () => [],
  explain: () => [],
  overrides: () => [],
  changes: () => ({ count: 0, changes: [] }),
};

const entry = {
  id: 1,
  operation: 'listItems',
  verdict: 'served',
  forced: undefined,
  changed: 0,
  request: { method: 'GET', path: '/a', query: '' },
  reply: { status: 200 },
} as const;

describe('what happened in a world', () => {
  it('is told also where no request came', async () => {
    expect(await tellWorld(silent)).toBe(
      'No request came to its world "mine": does the code call its url, or send its headers?',
    );
    const changes = [
      { collection: 'items', key: '1', parents: {}, before: { id: 1 }, after: null },
    ];
    expect(await tellWorld({ ...silent, changes: () => ({ count: 1, changes }) })).toMatch(
      /^No request came .*\nWhat has changed in it:\n {2}- items 1$/,
    );
  });

  it.each([
    ['a cursor that moves', '/a\u001b[2J', String.raw`/a\u{1b}[2J`],
    ['a new line with a command of GitHub', '/a\n::error::no', String.raw`/a\u{a}::error::no`],
    ['a carriage return with one', '/a\r::error::no', String.raw`/a\u{d}::error::no`],
    ['a command that may stand anywhere', '/##[error]no', String.raw`/#\u{23}[error]no`],
  ])('shows %s escaped, in the line of its own', async (_, given, shown) => {
    const refused = {
      ...entry,
      verdict: 'refused',
      unknownQuery: [],
      request: { ...entry.request, path: given, query: `q=${given}` },
    } as const;
    const told = await tellWorld({
      name: given,
      requests: () => [refused],
      overrides: () => [],
      explain: () => ['The first sentence.', `At fault is ${given}.`, given.slice(3)],
      changes: () => ({
        count: 2,
        changes: [
          { collection: given, key: given, parents: {}, before: { id: 1 }, after: null },
          {
            collection: 'items',
            key: '2',
            parents: {},
            before: { [given]: 1 },
            after: { [given]: given },
          },
        ],
      }),
    });
    const lines = told.split('\n');
    expect(lines.length).toBe(7);
    expect(lines[0]).toBe(`The requests in its world "${shown}":`);
    expect(lines[1]).toBe(`  GET ${shown}?q=${shown} 200, listItems, refused`);
    expect(lines[2]).toBe(`      At fault is ${shown}.`);
    expect(lines[5]).toBe(`  - ${shown} ${shown}`);
    expect(lines.filter((line) => /^\s*::|##\[|\p{Cc}/u.test(line))).toEqual([]);
  });
});
