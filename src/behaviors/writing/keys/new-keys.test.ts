import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../base/json.ts';
import { indexContract } from '../../contract-index.ts';
import { pathsOf, setScene, shopSchemas } from '../../records/existing-records.test-kit.ts';
import { createSeedTools } from '../../seed-tools.ts';
import { openWorldContext } from '../../world-context.ts';
import { createKeyMaker } from './new-keys.ts';

interface Case {
  readonly id?: JsonObject;
  /** Keys of records that there are, made by requests; undefined where nobody has said what there is. */
  readonly stored?: readonly string[];
  readonly gone?: readonly string[];
  readonly elsewhere?: readonly string[];
  readonly isOptional?: boolean;
  /** What the path says of the key, where it isn't what the record says. */
  readonly inPath?: JsonObject;
}

async function makeKey(given: Case): Promise<string> {
  const { id = { type: 'integer' }, stored, gone = [], elsewhere = [], isOptional = false } = given;
  const order = { type: 'object', required: ['id'], properties: { id } };
  const { contract, world, of } = await setScene({
    paths: {
      ...pathsOf('/shops', 'shop_id', 'Shop'),
      ...pathsOf('/shops/{shop_id}/orders', 'order_id', 'Order'),
    },
    schemas: { ...shopSchemas, Order: order },
    parameters: { order_id: given.inPath ?? id },
    ...(stored ? { fixtures: { orders: [] } } : {}),
    change: ({ name, parents }) =>
      name === 'orders' ? { parents: parents.map((one) => ({ ...one, isOptional })) } : {},
  });
  const put = async (shop: string, key: string): Promise<void> => {
    const after = { key, parents: [shop], body: { id: key } };
    await world.commit([{ collection: 'orders', before: undefined, after }]);
  };
  for (const key of [...(stored ?? []), ...gone]) await put('a', key);
  for (const key of elsewhere) await put('b', key);
  for (const key of gone) {
    const item = world.find('orders', key, ['a']);
    if (item) await world.commit(world.removal('orders', item));
  }
  const tools = createSeedTools(indexContract(contract), 's', { unknownKeys: 'known', records: 3 });
  const keys = createKeyMaker(of('orders'), tools)(openWorldContext(tools, world, () => 0));
  const key = keys.makeKey(['a'], { total: 1 });
  expect(keys.isTaken(key, ['a'])).toBe(false);
  expect(keys.isReadable(key)).toBe(true);
  return key;
}

describe('a new key', () => {
  it.each<[string, Case, string]>([
    ['is the first where there is nothing', { stored: [] }, '1'],
    ['counts on from the largest', { stored: ['2', '10', '9'] }, '11'],
    ['goes on behind what has gone', { stored: ['1'], gone: ['2', '3', '7'] }, '8'],
    ['passes over what is made up', {}, '4'],
    ['is as large as it has to be', { stored: [], id: { type: 'integer', minimum: 100 } }, '100'],
    [
      'is the first free one where there is the largest number of all',
      { stored: ['1', '9007199254740991', '9007199254740992'] },
      '2',
    ],
    ['of a complete collection is of its own parents', { stored: ['1'], elsewhere: ['5'] }, '2'],
    [
      'is of all, where a path leaves them out',
      { stored: ['1'], elsewhere: ['5'], isOptional: true },
      '6',
    ],
  ])('%s', async (_, given, key) => {
    expect(await makeKey(given)).toBe(key);
  });

  it('of another form is drawn, and another one beside others', async () => {
    const id = { type: 'string', format: 'uuid' };
    const first = await makeKey({ id, stored: [] });
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(await makeKey({ id, stored: [] })).toBe(first);
    expect(await makeKey({ id, stored: [first] })).not.toBe(first);
    expect(await makeKey({ id, stored: [], gone: [first] })).not.toBe(first);
  });

  it('is another one for the same body each time, however often the records are deleted', async () => {
    const id = { type: 'string', format: 'uuid' };
    const gone: string[] = [];
    for (let count = 0; count < 30; count += 1) {
      const key = await makeKey({ id, stored: [], gone });
      expect(key).toMatch(/^[\da-f-]{36}$/);
      expect(gone).not.toContain(key);
      gone.push(key);
    }
  });

  it('is one that the record may show, also when the first choice has gone', async () => {
    const id = { type: 'string', format: 'uuid' };
    const plain = { id, inPath: { type: 'string' }, stored: [] };
    const gone = [await makeKey(plain)];
    for (const _ of [1, 2, 3]) {
      const key = await makeKey({ ...plain, gone });
      expect(key).toMatch(/^[\da-f-]{36}$/);
      expect(gone).not.toContain(key);
      gone.push(key);
    }
  });
});
