import { expect, it } from 'vitest';

import type { ArgumentFault } from './argument-faults.ts';
import { describeFaults } from './argument-faults.ts';

const closed = (name: string, properties: readonly string[]): ArgumentFault => ({
  instancePath: '',
  keyword: 'additionalProperties',
  params: { additionalProperty: name },
  parentSchema: { properties: Object.fromEntries(properties.map((one) => [one, {}])) },
});

it('tells the first of many faults, however many there are', () => {
  const items = Array.from({ length: 200_000 }, (_, at) => ({
    instancePath: `/records/${at}`,
    keyword: 'type',
    params: { type: 'object' },
  }));
  expect(describeFaults(items)).toBe(
    `${[0, 1, 2, 3, 4].map((at) => `/records/${at}: must be an object`).join('; ')}; and more`,
  );
  const members = items.map((_, at) => closed(`zz${at}`, ['id', 'reply']));
  expect(describeFaults(members)).toMatch(/^\/zz0: is not known here.*; and more$/);
  expect(describeFaults(members.slice(0, 7))).toMatch(/; and 2 more$/);
});

it('has a reason where each member belongs to another alternative', () => {
  const faults = [closed('b', ['a']), closed('a', ['b'])];
  expect(describeFaults([...faults, { instancePath: '', keyword: 'anyOf', params: {} }])).toBe(
    'the given members do not go together',
  );
});
