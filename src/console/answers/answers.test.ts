import { describe, expect, it } from 'vitest';

import type { JsonObject, PlannedOperation } from '../api/documents.ts';
import { idOf, listOptions, other } from './answer-options.ts';
import { groupRows } from './group-rows.ts';
import { presets } from './presets.ts';
import type { Settings } from './settings.ts';
import { noSettings, placeOf, readDocument, writeDocument } from './settings.ts';
import { writeCurl, writeLibrary } from './write-override.ts';

function operation(
  id: string,
  statuses: readonly string[] = ['200'],
  examples: readonly string[] = [],
  tag: string | null = null,
): PlannedOperation {
  const responses = statuses.map((status) => ({
    status,
    description: 'Told.',
    media: [],
    examples,
  }));
  const plan = {
    role: 'read',
    does: '',
    collection: null,
    why: '',
    summary: null,
    deprecated: false,
  };
  return { id, method: 'GET', path: `/${id}`, tag, responses, ...plan };
}

describe('the ways an operation can answer', () => {
  it.each([
    [
      ['200', '404'],
      ['200', '404', '!500', '!503'],
    ],
    [
      ['200', '503'],
      ['200', '503', '!500'],
    ],
    [
      ['100', '2XX', '5XX'],
      ['2XX', '5XX'],
    ],
    [
      ['200', 'default'],
      ['200', 'default'],
    ],
  ])('of one that declares %j', (declared, values) => {
    expect(listOptions(operation('a', declared)).map(({ value }) => value)).toEqual(values);
  });

  it('name the examples of the contract', () => {
    const [, example] = listOptions(operation('a', ['200'], ['large one']));
    expect(example?.reply).toEqual({ status: 200, example: 'large one' });
  });
});

describe('the id of the override for an operation', () => {
  it.each([
    ['getOrder', 'console-getOrder'],
    ['orders.get-one', 'console-orders.get-one'],
  ])('of %s', (id, expected) => {
    expect(idOf(id)).toBe(expected);
  });

  it.each(['GET /things/{id}', 'a'.repeat(500), 'größe', '<script>'])('of %s is an id', (id) => {
    expect(idOf(id)).toMatch(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/);
  });

  it('is another for each', () => {
    const ids = ['GET /a/{b}', 'GET /a/b', `${'a'.repeat(80)}1`, `${'a'.repeat(80)}2`].map(idOf);
    expect(new Set(ids).size).toBe(4);
  });
});

const options = listOptions(operation('a', ['200', '404'], ['one']));

describe('the fields of the form', () => {
  it.each<[Partial<Settings>, JsonObject]>([
    [{ answer: '404' }, { operation: 'a', reply: { status: 404 } }],
    [
      { answer: '404 one', times: '1' },
      { operation: 'a', reply: { status: 404, example: 'one' }, times: 1 },
    ],
    [
      { delay: 'fixed', latency: '2s' },
      { operation: 'a', fault: { latency: '2s' } },
    ],
    [{ delay: 'range' }, { operation: 'a', fault: { latency: { uniform: ['100ms', '1s'] } } }],
    [
      { delay: 'log_normal', latency: '200ms', isForAll: true },
      {
        operation: 'a',
        world: '*',
        fault: { latency: { log_normal: { median: '200ms', sigma: 0.5 } } },
      },
    ],
    [
      { end: 'reset', probability: '0.5', seed: 'x' },
      { operation: 'a', fault: { reset: true }, probability: 0.5, seed: 'x' },
    ],
    [
      { effect: 'kept', answer: '404' },
      { operation: 'a', reply: { status: 404 }, fault: { effect: 'kept' } },
    ],
    [{ speed: '100' }, { operation: 'a', fault: { bytes_per_second: 100 } }],
    [
      { limit: '5', burst: '9' },
      { operation: 'a', fault: { rate_limit: { limit: 5, window: 60, burst: 9 } } },
    ],
  ])('%j are a document, and are read again', (change, document) => {
    const settings = { ...noSettings, ...change };
    expect(writeDocument('a', settings, options)).toEqual(document);
    expect(writeDocument('a', readDocument(document, options), options)).toEqual(document);
  });

  it('that change nothing are no override', () => {
    expect(writeDocument('a', noSettings, options)).toBeUndefined();
  });

  it('do not stand for what only JSON says', () => {
    expect(readDocument({ reply: { status: 404, body: 1 } }, options).answer).toBe(other);
    expect(readDocument({ sequence: [] }, options).answer).toBe(other);
    expect(readDocument({ reply: { patch: {} } }, options).answer).toBe(other);
  });

  it.each([
    ['/fault/latency/uniform/0', 'delay'],
    ['/reply/status', 'answer'],
    ['/fault/rate_limit/limit', 'limit'],
    ['/probability', 'often'],
    ['/operation', 'all'],
  ])('a refusal of %s stands at %s', (pointer, place) => {
    expect(placeOf(pointer)).toBe(place);
  });
});

describe('the presets', () => {
  const many = [operation('a', ['200', '503']), operation('b'), operation('GET /c/{d}')];
  const choice = { seed: 's', percent: 10 };

  it('let no operation draw twice', () => {
    const errors = presets.find(({ name }) => name === 'errors')?.make(many, choice) ?? [];
    expect(errors.map(({ id, operation: one }) => [id, one])).toEqual([
      ['preset-errors', undefined],
      ['preset-errors-b', 'b'],
      [expect.stringMatching(/^preset-errors-GET-c-d-/), 'GET /c/{d}'],
    ]);
    expect(errors.every(({ probability, seed }) => probability === 0.1 && seed === 's')).toBe(true);
  });

  it('share one override where there are very many', () => {
    const all = Array.from({ length: 1000 }, (_, at) => operation(`o${at}`));
    const errors = presets.find(({ name }) => name === 'errors');
    expect(errors?.make([...many, ...all], choice)).toHaveLength(1);
  });
});

describe('the list of operations', () => {
  const all = [
    operation('a', [], [], 'x'),
    operation('b', [], [], null),
    operation('c', [], [], 'x'),
  ];

  it('is grouped by tags', () => {
    const rows = groupRows(all, '').map((row) => (row.kind === 'tag' ? row.tag : row.operation.id));
    expect(rows).toEqual(['x', 'a', 'c', 'Without a tag', 'b']);
  });

  it('is searched by all words', () => {
    const rows = groupRows(all, 'get C').flatMap((row) =>
      row.kind === 'operation' ? row.operation.id : [],
    );
    expect(rows).toEqual(['c']);
  });
});

describe('an override as a text', () => {
  const document = { reply: { body: { rate_limit: "it's" } }, fault: { bytes_per_second: 5 } };

  it('is a command that a shell takes', () => {
    expect(writeCurl('http://h/x', 'w', document)).toContain(String.raw`"it'\''s"`);
    expect(writeCurl('http://h/x', 'w', document)).toContain("'X-Stuntdouble-World: w'");
  });

  it('is code with the names of the library, and a body as it is', () => {
    const code = writeLibrary('a', 'default', document);
    expect(code).toMatch(/^mock\.use\(/);
    expect(code).toContain('"bytesPerSecond": 5');
    expect(code).toContain('"rate_limit"');
  });
});
