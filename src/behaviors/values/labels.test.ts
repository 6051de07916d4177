import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { plan, ref, wrap } from '../../contract/plan/plan.test-kit.ts';
import { indexContract } from '../contract-index.ts';
import { displaysIn, labelsIn } from './labels.ts';

const text = { type: 'string' };
const display = { ...text, readOnly: true };

async function displayOf(members: JsonObject, body: JsonObject): Promise<unknown> {
  const Thing = wrap({ ...members, display });
  const contract = await plan([['GET /things/{id}', ref('Thing')]], { Thing });
  const { study } = indexContract(contract);
  const part = contract.collections[0]?.schema;
  return displaysIn({ ...body, display: 'made up' }, part && study(part));
}

describe('a display', () => {
  const body = { id: '7', name: 'Ann', title: 'Dr.' };

  it.each<[string, JsonObject, JsonObject, unknown]>([
    ['says the name', { id: text, name: text }, body, [['display', 'Ann']]],
    [
      'says no name that a service no longer gives',
      { id: text, name: { ...text, description: 'No longer available.' }, title: text },
      body,
      [['display', 'Dr.']],
    ],
    [
      'says no name that is deprecated',
      { id: text, name: { ...text, deprecated: true } },
      { id: '7', name: 'Ann' },
      [],
    ],
    ['may say anything where no key makes it a record', { name: text }, { name: 'Ann' }, []],
  ])('%s', async (_, members, sent, expected) => {
    expect(await displayOf(members, sent)).toEqual(expected);
  });
});

describe('a label beside a code that nothing explains', () => {
  it.each<[string, readonly (readonly [string, string])[]]>([
    ['in_use', [['label', 'In use']]],
    ['COP', []],
  ])('is made of words: %s', async (value, expected) => {
    const state = wrap({ value: { ...text, enum: ['in_use', 'COP'] }, label: text });
    const contract = await plan([['GET /things/{id}', ref('Thing')]], {
      Thing: wrap({ id: text, state }),
    });
    const part = contract.collections[0]?.schema;
    const facts = part && indexContract(contract).study(part).member('state');
    const shown = labelsIn({ value, label: 'made up' }, facts);
    const told = shown.filter(([name, said]) => name === 'label' && said !== 'made up');
    expect(told).toEqual(expected);
  });
});
