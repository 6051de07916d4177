import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import { compileHiding } from './hiding.ts';

const text = { type: 'string' };
const account: JsonObject = { properties: { email: text, password: text } };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

async function hidden(schema: JsonObject, value: JsonObject): Promise<unknown> {
  const { documents, part } = await loadSchemas({ It: schema, Account: account });
  return compileHiding(documents, part('It'))(value);
}

describe('a password', () => {
  it.each(['password', 'passwd', 'new_password', 'passwordConfirmation', 'current_password'])(
    'is left out of a value as %s',
    async (name) => {
      const schema = { properties: { email: text, [name]: text } };
      expect(await hidden(schema, { email: 'ann', [name]: 's' })).toEqual({ email: 'ann' });
      expect(await hidden(schema, { email: 'ann', [name]: null })).toEqual({ email: 'ann' });
    },
  );

  it.each<[string, JsonObject]>([
    ['in a list', { type: 'array', items: account }],
    ['behind a reference', { type: 'array', items: ref('Account') }],
    [
      'in a part',
      { type: 'array', items: { allOf: [ref('Account'), { properties: { id: {} } }] } },
    ],
    ['in one alternative', { type: 'array', items: { oneOf: [ref('Account'), text] } }],
  ])('is left out %s', async (_, items) => {
    const schema = { properties: { all: items } };
    const value = { all: [{ email: 'ann', password: 's' }] };
    expect(await hidden(schema, value)).toEqual({ all: [{ email: 'ann' }] });
  });

  it.each<[string, JsonObject, string]>([
    ['is required', { ...account, required: ['password'] }, 'password'],
    ['is required in a part', { allOf: [ref('Account'), { required: ['password'] }] }, 'password'],
    [
      'is required by another member',
      { ...account, dependentRequired: { email: ['password'] } },
      'password',
    ],
    [
      'is made by the service',
      { properties: { email: text, password: { ...text, readOnly: true } } },
      'password',
    ],
    [
      'is told once',
      {
        properties: { email: text, password: { ...text, description: 'The generated password.' } },
      },
      'password',
    ],
    ['is of no user', { properties: { user_name: text, password: text } }, 'password'],
    ['is all that there is', { properties: { password: text } }, 'password'],
    [
      'is no declared member',
      { properties: { email: text }, additionalProperties: text },
      'password',
    ],
    ...['password_reset_url', 'has_password', 'password_change_date', 'passwordHint', 'pass'].map(
      (name): [string, JsonObject, string] => [
        `is only spoken of, as in ${name}`,
        { properties: { email: text, [name]: text } },
        name,
      ],
    ),
  ])('stays where it %s', async (_, schema, name) => {
    const value = { ...(name === 'password' ? {} : { email: 'ann' }), [name]: 's' };
    expect(await hidden(schema, value)).toEqual(value);
  });

  it('is no flag and no rule', async () => {
    const schema = { properties: { email: text, password: {} } };
    for (const password of [true, { least: 8 }, 1])
      expect(await hidden(schema, { email: 'ann', password })).toEqual({ email: 'ann', password });
  });
});
