import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Complaint } from '../../src/index.ts';
import { createMock, StartError } from '../../src/index.ts';
import { writeOrdering } from './ordering.ts';

async function complain(files: Readonly<Record<string, string>>): Promise<readonly Complaint[]> {
  const folder = await writeOrdering(files);
  try {
    const mock = await createMock({ contract: join(folder, 'openapi.json') });
    await mock.close();
    return [];
  } catch (error) {
    if (error instanceof StartError) return error.complaints;
    throw error;
  }
}

/** One scenario, the line of its fault, and what is said about it. */
const faulty: readonly [string, string, number, RegExp][] = [
  [
    'a member that is not known',
    'describtion: x',
    1,
    /is not known here: did you mean "description"/,
  ],
  ['a collection that is not there', 'add:\n  order: []', 2, /no collection "order".*"orders"\?/],
  [
    'a removed record that is not there',
    'remove:\n  orders: [1, 9]',
    2,
    /there is no "9" in orders/,
  ],
  ['a removed record without a key', 'remove:\n  orders: [{ total: 1 }]', 2, /must have "id"/],
  [
    'an added record that is there',
    'add:\n  orders:\n  - { id: 2, total: 1 }',
    3,
    /"2" is there already/,
  ],
  [
    'an added record twice',
    "add:\n  orders:\n  - { id: '8', total: 1 }\n  - { id: '8', total: 1 }",
    4,
    /is taken/,
  ],
  [
    'an added record that breaks its schema',
    "add:\n  orders:\n  - id: '8'\n    total: x",
    4,
    /integer/,
  ],
  [
    'an added record below one that is not there',
    'add:\n  lines:\n  - { id: b, order_id: 9, article: x }',
    3,
    /no "9" in "orders"/,
  ],
  [
    'an added record below one that is removed',
    'remove: { orders: [1] }\nadd:\n  lines:\n  - { id: b, order_id: 1, article: x }',
    4,
    /no "1" in "orders"/,
  ],
  [
    'a changed record that is not there',
    'change:\n  customers:\n  - { id: bob }',
    3,
    /there is no "bob"/,
  ],
  [
    'a change that breaks the schema',
    'change:\n  customers:\n  - id: ann\n    card: lost',
    4,
    /must be one of/,
  ],
  [
    'a replaced record that breaks its schema',
    "replace:\n  orders:\n  - { id: '2', total: 1, status: lost }",
    3,
    /must be one of/,
  ],
  [
    'a change of one of several with the key',
    'change:\n  lines:\n  - { id: a, article: x }',
    3,
    /several parents/,
  ],
  ['a list that is none', 'change: { orders: 3 }', 1, /must be a list of records/],
  [
    'a credential without a value',
    'credentials:\n- { name: A, scheme: token, scopes: [] }',
    2,
    /is required/,
  ],
  [
    'a credential of an unknown scheme',
    'credentials:\n- { name: A, scheme: key, value: b, scopes: [] }',
    2,
    /no security scheme "key"/,
  ],
  ['a time that is none', 'clock:\n  now: tomorrow', 2, /a date and time, such as/],
  [
    'an override of an unknown operation',
    'overrides:\n- operation: payOrders\n  reply: { status: 402 }',
    2,
    /no operation "payOrders"/,
  ],
  [
    'a status that is not declared',
    'overrides:\n- operation: payOrder\n  reply: { status: 500 }',
    3,
    /it declares 204, 402/,
  ],
  [
    'a reply that breaks the contract',
    'overrides:\n- operation: payOrder\n  reply:\n    status: 402\n    body: { reason: why }',
    5,
    /must be one of/,
  ],
  [
    'an override of another world',
    'overrides:\n- operation: payOrder\n  world: a\n  reply: { status: 402 }',
    3,
    /leave it out/,
  ],
  [
    'two overrides of one id',
    'overrides:\n- { id: x, fault: { latency: 1 } }\n- { id: x, fault: { latency: 2 } }',
    3,
    /an earlier override has the id "x"/,
  ],
  [
    'a fault that is a reply',
    'faults:\n- operation: payOrder\n  fault: { latency: 1 }\n  reply: { status: 402 }',
    4,
    /put it into "overrides"/,
  ],
  ['a text that is no YAML', 'add: [', 1, /not valid YAML/],
  ['a text that is no object', '- add', 1, /must be/],
];

describe('a start refuses a scenario with', () => {
  it.each(faulty)('%s', async (_, text, line, message) => {
    const complaints = await complain({ 'scenarios/s.yaml': text });
    expect(complaints).toMatchObject([{ line, message: expect.stringMatching(message) }]);
    expect(complaints[0]?.file).toMatch(/scenarios\/s\.yaml$/);
  });

  it('a name that no URL can have', async () => {
    expect(await complain({ 'scenarios/über.yaml': 'seed: a' })).toMatchObject([
      { message: expect.stringContaining('names no scenario') },
    ]);
  });

  it('the name of another one', async () => {
    const files = { 'scenarios/s.yaml': 'seed: a', 'scenarios/s.json': '{}' };
    expect(await complain(files)).toMatchObject([
      { message: expect.stringContaining('is the scenario "s" again') },
    ]);
  });
});

it('tells all faults of all scenarios at once', async () => {
  const complaints = await complain({
    'scenarios/a.yaml': 'remove: { orders: [8, 9] }\nclock: { now: x }\nadd: { orders: [3] }',
    'scenarios/b.json': '{ "seed": "" }',
    'scenarios/c.yaml': 'description: Nothing is wrong here.',
  });
  const places = complaints.map(({ file, line, pointer }) => [file.slice(-6), line, pointer]);
  expect(places).toEqual([
    ['a.yaml', 1, '/remove/orders/0'],
    ['a.yaml', 1, '/remove/orders/1'],
    ['a.yaml', 2, '/clock/now'],
    ['a.yaml', 3, '/add/orders/0'],
    ['b.json', 1, '/seed'],
  ]);
});

it('shows no credential of a scenario beside its faults', async () => {
  const text =
    'credentials:\n- { name: A, scheme: token, value: secret-of-ann, scopes: [none] }\nseed: 3';
  const complaints = await complain({ 'scenarios/s.yaml': text });
  expect(complaints).toHaveLength(2);
  expect(JSON.stringify(complaints)).not.toContain('secret-of-ann');
});

it('leaves other files of the folder alone', async () => {
  expect(await complain({ 'scenarios/README.md': '# x', 'scenarios/old/a.yaml': '[' })).toEqual([]);
});
