import { describe, expect, it } from 'vitest';

import type { Complaint } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('a schema that can not be compiled', () => {
  const bad: readonly [string, JsonObject, RegExp][] = [
    ['a type that there is not', { type: 'strng' }, /^"type" is "strng": did you mean "string"\?$/],
    ['a member that has one', { properties: { a: { items: { type: 'strng' } } } }, /strng/],
    ['a reference to one', { properties: { a: ref('Bad') } }, /strng/],
    ['a reference to nowhere', { properties: { a: ref('Nowhere') } }, /Nowhere/],
    ['a keyword of the wrong kind', { required: true }, /required/],
    ['itself for a part', { allOf: [ref('It')] }, /refers to itself without end/],
    [
      'itself for an alternative',
      { oneOf: [{ type: 'null' }, { ...ref('It'), title: 'It' }] },
      /without end/,
    ],
    ['a member that is itself for a part', { properties: { a: ref('Loop') } }, /without end/],
  ];

  it.each(bad)('has %s', async (_, schema, reason) => {
    const { validators, part } = await loadSchemas({
      It: schema,
      Bad: { type: 'strng' },
      Loop: { anyOf: [ref('Loop'), { type: 'string' }] },
    });
    const check = validators.check(part('It'), 'rest');
    expect(check.defect?.()).toMatch(reason);
    expect(check.unchecked?.()).toEqual(['/components/schemas/It']);
    expect(check({ a: [1] })).toEqual([]);
  });

  it('is told of once, with its place', async () => {
    const { validators, part } = await loadSchemas({ Bad: { type: 'strng' }, Good: {} });
    const heard: Complaint[] = [];
    validators.onDefect((complaint) => heard.push(complaint));
    for (const direction of ['request', 'response', 'rest'] as const) {
      for (const name of ['Bad', 'Good']) validators.check(part(name), direction)(1);
    }
    expect(heard).toMatchObject([
      {
        file: expect.stringMatching(/openapi\.yaml$/),
        line: expect.any(Number),
        pointer: '/components/schemas/Bad',
        message: expect.stringMatching(/can not be compiled: .*strng/),
      },
    ]);
    expect(validators.compileAll()).toEqual([]);
  });

  it('is one whose check fails for a value, and is held to by all others', async () => {
    const { validators, part } = await loadSchemas({
      It: { properties: { a: { type: 'string' } } },
    });
    const heard: Complaint[] = [];
    validators.onDefect((complaint) => heard.push(complaint));
    const check = validators.check(part('It'), 'rest');
    const failing = {
      get a(): string {
        throw new Error('out of order');
      },
    };
    for (const value of [failing, failing]) expect(check(value)).toEqual([]);
    expect(check({ a: 1 })).toHaveLength(1);
    expect(heard).toMatchObject([{ message: expect.stringMatching(/out of order/) }]);
  });

  it('is told of no more when it was complained of at start', async () => {
    const { validators, part } = await loadSchemas({ Bad: { type: 'strng' } });
    const heard: Complaint[] = [];
    validators.onDefect((complaint) => heard.push(complaint));
    const check = validators.check(part('Bad'), 'rest');
    expect(validators.compileAll()).toHaveLength(1);
    expect(check(1)).toEqual([]);
    expect(heard).toEqual([]);
  });

  it('is not one that holds itself further down', async () => {
    const { validators, part } = await loadSchemas({
      It: {
        properties: { a: ref('It') },
        items: { allOf: [ref('It')] },
        anyOf: [{ items: ref('It') }],
        not: { required: ['x'], properties: { x: ref('It') } },
      },
    });
    expect(validators.check(part('It'), 'rest').defect?.()).toBeUndefined();
  });
});
