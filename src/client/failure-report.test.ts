import { describe, expect, it } from 'vitest';

import type { ToldWorld } from './failure-report.ts';
import { Refusal } from './calls.ts';
import { tellWorld } from './failure-report.ts';

const silent: ToldWorld = {
  name: 'mine',
  requests: () => [],
  explain: () => [],
  overrides: () => [],
  verify: () => undefined,
  changes: () => ({ count: 0, changes: [] }),
};

const entry = {
  id: 1,
  operation: 'listItems',
  verdict: 'served',
  forced: undefined,
  changed: 0,
  durationMs: 1,
  delivery: undefined,
  request: { method: 'GET', path: '/a', query: '' },
  reply: { status: 200 },
} as const;

describe('what happened in a world', () => {
  it('is told also where no request came', async () => {
    expect(await tellWorld(silent)).toBe(
      'No request came to its world "mine". If one should have come: does the code call its url, or send its headers?',
    );
    const advice = 'If one should have come: call it.';
    expect(await tellWorld(silent, { advice })).toBe(
      `No request came to its world "mine". ${advice}`,
    );
    const changes = [
      { collection: 'items', key: '1', parents: {}, before: { id: 1 }, after: null },
    ];
    expect(await tellWorld({ ...silent, changes: () => ({ count: 1, changes }) })).toMatch(
      /^No request came .*\nWhat has changed in it:\n {2}- items 1$/,
    );
  });

  it('is told of a record whose secret alone has changed', async () => {
    const hidden = { id: 1, password: '…' };
    const changes = [{ collection: 'items', key: '1', parents: {}, before: hidden, after: hidden }];
    expect(await tellWorld({ ...silent, changes: () => ({ count: 1, changes }) })).toMatch(
      / {2}~ items 1 in what is hidden$/,
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
      verify: () => undefined,
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

  it('has no hint where the control API refused a call of the test', async () => {
    expect(await tellWorld(silent, { error: new Refusal(400, 'no such name') })).toBe(
      'No request came to its world "mine".',
    );
  });

  const by = { by: 'fault', id: 'slow', what: 'late' } as const;
  const whole = { kind: 'whole' } as const;
  const late = { by, delay: 20_000, bytesPerSecond: undefined, end: whole };
  it.each([
    [
      'no reply yet, listItems, is still waiting: slow delays it by 20 s',
      late,
      'waiting',
      'nothing',
    ],
    ['200, listItems, 20 s late by slow', late, 'done', 'whole'],
    [
      'no reply, listItems, the client left after 300 ms, before its 200 was sent: slow delays it by 20 s',
      late,
      'left',
      'nothing',
    ],
    [
      'no reply, listItems, its 200 was never sent: slow resets the connection',
      { ...late, delay: 0, end: { kind: 'reset' } },
      'done',
      'nothing',
    ],
    [
      'no reply, listItems, its 200 was never sent: slow never answers',
      { ...late, delay: 0, end: { kind: 'hang' } },
      'waiting',
      'nothing',
    ],
    [
      '200, listItems, 20 s late, cut off by slow',
      { ...late, end: { kind: 'cut', after: 3 } },
      'done',
      'part',
    ],
    ['200, listItems', { ...late, delay: 0, end: { kind: 'cut', after: 300 } }, 'done', 'whole'],
    [
      '200, listItems, the client left after 300 ms, before the end was sent: its header sends 9 bytes a second',
      { ...late, by: { ...by, by: 'header', id: '' }, delay: 0, bytesPerSecond: 9 },
      'left',
      'part',
    ],
    ['200, listItems', late, 'none', 'nothing'],
  ] as const)('says of a delivery: %s', async (words, how, state, sent) => {
    const delivery = { ...how, state, sent };
    const told = { ...entry, unknownQuery: [], durationMs: 300, delivery };
    expect(await tellWorld({ ...silent, requests: () => [told] })).toBe(
      `The requests in its world "mine":\n  GET /a ${words}`,
    );
  });

  it('tells each reason once, and which requests have it', async () => {
    const refused = { ...entry, verdict: 'refused', unknownQuery: [] } as const;
    const reasons = ['old', 'a', 'b', 'a', 'c', 'd', 'b', 'e', 'a'];
    const told = await tellWorld({
      ...silent,
      requests: () => reasons.map((_, at) => ({ ...refused, id: at + 1 })),
      explain: (id) => ['First.', `Because of ${reasons[id - 1]}.`],
    });
    const line = '  GET /a 200, listItems, refused';
    expect(told.split('\n').slice(1)).toEqual([
      `${line} (why: explain(1))`,
      `${line} (1)`,
      '      Because of a.',
      '      So it is with all 3 requests that are marked (1).',
      `${line} (2)`,
      '      Because of b.',
      '      So it is with all 2 requests that are marked (2).',
      `${line} (1)`,
      line,
      '      Because of c.',
      line,
      '      Because of d.',
      `${line} (2)`,
      line,
      '      Because of e.',
      `${line} (1)`,
    ]);
  });

  it('says how many earlier requests of note it leaves out', async () => {
    const refused = { ...entry, verdict: 'refused', unknownQuery: [] } as const;
    const told = await tellWorld({
      ...silent,
      requests: () => Array.from({ length: 40 }, (_, at) => ({ ...refused, id: at + 1 })),
      explain: () => ['First.', 'Because.'],
    });
    expect(told.split('\n')[0]).toBe('Earlier in its world "mine", the last 5 of 20:');
    expect(told.match(/Because/g)).toHaveLength(1);
  });

  it('shows no value that an override waits for, which may be a secret', async () => {
    const match = {
      headers: { authorization: 'Bearer abc', accept: { matches: 'json' } },
      query: { limit: 2 },
      body: [
        { pointer: '/note', equals: 'abc' },
        { pointer: '', equals: { password: 'abc' } },
      ],
    };
    const overrides = () => [{ id: 'one', hits: 0, match }];
    expect((await tellWorld({ ...silent, overrides })).split('\n').slice(1)).toEqual([
      'Overrides that applied to no request:',
      '  one, for any operation, by query limit, header authorization, header accept, body /note, body',
    ]);
  });
});
