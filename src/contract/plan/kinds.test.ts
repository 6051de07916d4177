import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import type { Line } from './plan.test-kit.ts';
import { collectionsOf, listOf, objectOf, plan, ref, targetsOf, wrap } from './plan.test-kit.ts';

const schemas: JsonObject = {
  Shop: objectOf('id', 'title'),
  Order: objectOf('id', 'shop_id', 'note'),
  Clerk: objectOf('id', 'name'),
  Draft: objectOf('note'),
  Settings: objectOf('theme'),
  Import: wrap({ theme: {}, choices: listOf('Shop') }),
  Problem: objectOf('title', 'detail'),
};

const sentClerks = wrap({ shop_id: {}, clerk_ids: { type: 'array' } });
const nothing: JsonObject = { responses: { '204': { description: 'Done.' } } };

describe('one thing at a place', () => {
  it.each<[string, readonly Line[], readonly string[], readonly string[]]>([
    [
      'is read and written',
      [
        ['GET /shops/{id}/settings', ref('Settings')],
        ['PUT /shops/{id}/settings', ref('Settings'), ref('Settings')],
        ['PATCH /shops/{id}/settings', ref('Settings'), ref('Settings')],
        ['DELETE /shops/{id}/settings'],
      ],
      ['shops: id <', 'settings singleton < shop_id(shops)'],
      ['read settings [0]', 'replace settings [0]', 'merge settings [0]', 'delete settings [0]'],
    ],
    [
      'is put and taken away, and there is only to ask whether it is there',
      [
        ['GET /shops/{id}/star', undefined, undefined, nothing],
        ['PUT /shops/{id}/star', undefined, undefined, nothing],
        ['DELETE /shops/{id}/star', undefined, undefined, nothing],
      ],
      ['shops: id <', 'star singleton < shop_id(shops)'],
      ['read star [0]', 'replace star [0]', 'delete star [0]'],
    ],
    [
      'is no list where it is changed as a whole',
      [
        ['GET /import', ref('Import')],
        ['PATCH /import', ref('Import'), ref('Settings')],
      ],
      ['import singleton <'],
      ['read import []', 'merge import []'],
    ],
    [
      'may be written by POST',
      [
        ['GET /settings', ref('Settings')],
        ['POST /settings', ref('Settings'), ref('Settings')],
      ],
      ['settings singleton <'],
      ['read settings []', 'merge settings []'],
    ],
    [
      'may be made and taken away',
      [
        ['GET /shops/{id}/lock', ref('Settings')],
        ['POST /shops/{id}/lock', ref('Settings')],
        ['DELETE /shops/{id}/lock'],
      ],
      ['shops: id <', 'lock singleton < shop_id(shops)'],
      ['read lock [0]', 'create lock [0]', 'delete lock [0]'],
    ],
    [
      'goes on where a DELETE shows it as it is read',
      [
        ['GET /firing', ref('Settings')],
        ['POST /firing', ref('Settings'), objectOf('kiln')],
        ['DELETE /firing', ref('Settings'), undefined, { summary: 'Stops the firing' }],
      ],
      ['firing singleton <'],
      ['read firing []', 'action firing []', 'action firing []'],
    ],
    [
      'ends where a DELETE shows it for the last time',
      [
        ['GET /address', ref('Settings')],
        ['DELETE /address', ref('Settings'), undefined, { summary: 'Removes the address' }],
      ],
      ['address singleton <'],
      ['read address []', 'delete address []'],
    ],
    [
      'is nothing known where what is sent is nothing like it',
      [
        ['GET /player', ref('Settings')],
        ['PUT /player', undefined, objectOf('device')],
      ],
      [],
      ['improvised', 'improvised'],
    ],
    [
      'is nothing known where it is only read',
      [['GET /shops/{id}/settings', ref('Settings')]],
      ['shops: id <'],
      ['improvised'],
    ],
  ])('%s', async (_, lines, collections, targets) => {
    const contract = await plan(lines, schemas);
    expect(collectionsOf(contract)).toEqual(collections);
    const found = targetsOf(contract);
    expect(lines.map(([line]) => found[line])).toEqual(targets);
  });
});

describe('links', () => {
  it.each<[string, readonly Line[], readonly string[], readonly string[]]>([
    [
      'are put and taken away without a word of the record',
      [
        ['GET /orders/{id}', ref('Order')],
        ['GET /shops/{shop}/favourites', listOf('Order')],
        ['GET /shops/{shop}/favourites/{id}'],
        ['PUT /shops/{shop}/favourites/{id}'],
        ['DELETE /shops/{shop}/favourites/{id}'],
      ],
      ['orders: id <', 'shops: id <', 'favourites: id links of orders < shop(shops)'],
      [
        'read orders 0 []',
        'list favourites [0]',
        'read favourites 1 [0]',
        'link favourites 1 [0]',
        'delete favourites 1 [0]',
      ],
    ],
    [
      'are what is only taken away, where the records live elsewhere',
      [
        ['GET /orders/{id}', ref('Order')],
        ['GET /shops/{shop}/favourites', listOf('Order')],
        ['DELETE /shops/{shop}/favourites/{id}'],
      ],
      ['orders: id <', 'shops: id <', 'favourites: id links of orders < shop(shops)'],
      ['read orders 0 []', 'list favourites [0]', 'delete favourites 1 [0]'],
    ],
    [
      'have members of their own, which a PUT beside the POST changes',
      [
        ['GET /friends', listOf('Order')],
        ['POST /friends/{id}', ref('Order')],
        ['PUT /friends/{id}', ref('Order'), objectOf('note')],
        ['DELETE /friends/{id}'],
      ],
      ['friends: id links of ? <'],
      ['list friends []', 'link friends 0 []', 'merge friends 0 []', 'delete friends 0 []'],
    ],
    [
      'are nothing known where their parent stands in the body, and in place of their key',
      [
        ['GET /clerks/{clerk}', objectOf('id')],
        ['GET /shop_clerks/{shop_id}', wrap({ data: listOf('Clerk') })],
        ['POST /shop_clerks', wrap({ data: listOf('Clerk') }), sentClerks],
      ],
      ['clerks: id <'],
      ['read clerks 0 []', 'improvised', 'improvised'],
    ],
    [
      'are only listed where nothing in the records names the parent',
      [
        ['GET /shops/{id}', ref('Shop')],
        ['GET /clerks/{clerk}/shops', listOf('Shop')],
        ['GET /clerks/{clerk}', objectOf('id')],
      ],
      ['shops: id <', 'clerks: id <', 'clerks.shops: id links of shops < clerk(clerks)'],
      ['read shops 0 []', 'list clerks.shops [0]', 'read clerks 0 []'],
    ],
    [
      'are none where records are made there',
      [
        ['GET /shops/{shop}/orders', listOf('Order')],
        ['POST /shops/{shop}/orders', ref('Order'), ref('Draft')],
        ['DELETE /shops/{shop}/orders/{id}'],
      ],
      ['shops: id <', 'orders: id < shop(shops)'],
      ['list orders [0]', 'create orders [0]', 'delete orders 1 [0]'],
    ],
  ])('%s', async (_, lines, collections, targets) => {
    const contract = await plan(lines, schemas);
    expect([...collectionsOf(contract)].toSorted()).toEqual([...collections].toSorted());
    const found = targetsOf(contract);
    expect(lines.map(([line]) => found[line])).toEqual(targets);
  });
});

describe('a list that shows some of the records', () => {
  const songs: readonly Line[] = [
    ['GET /songs', listOf('Song')],
    ['GET /songs/{id}', ref('Song')],
  ];
  const Song = objectOf('id', 'user_id', 'title');

  it.each<[string, string, string]>([
    ['is worked out by the service', 'GET /songs/{id}/similar', 'improvised'],
    ['is worked out, whatever it is a mix of', 'GET /users/{user_id}/instantMix', 'improvised'],
    ['offers what is not there yet', 'GET /lists/{list}/availableSongs', 'improvised'],
    ['is all that name the user', 'GET /users/{user_id}/songs', 'list songs [0]'],
    ['is what the user chose', 'GET /users/{user_id}/favorites', 'list favorites [0]'],
  ])('%s: %s', async (_, line, expected) => {
    const contract = await plan([...songs, [line, listOf('Song')]], { Song });
    expect(targetsOf(contract)[line]).toBe(expected);
  });

  it('is of its own where records are called so everywhere', async () => {
    const line = 'GET /users/{user_id}/available-songs';
    const lines: readonly Line[] = [
      ['GET /available-songs', listOf('Song')],
      ['GET /available-songs/{id}', ref('Song')],
      [line, listOf('Song')],
    ];
    expect(targetsOf(await plan(lines, { Song }))[line]).toBe('list available-songs [0]');
  });
});

it('a POST that performs one of those that a place lists makes none', async () => {
  const gone = { responses: { '204': { description: 'Done.' } } };
  const lines = (description: string): readonly Line[] => [
    ['GET /tickets/{id}', objectOf('id', 'title')],
    ['GET /tickets/{id}/moves', listOf('Move')],
    ['POST /tickets/{id}/moves', undefined, ref('Move'), { description, ...gone }],
  ];
  const Move = objectOf('id', 'name');
  const roleOf = async (told: string): Promise<string | undefined> =>
    targetsOf(await plan(lines(told), { Move }))['POST /tickets/{id}/moves'];
  expect(await roleOf('Adds a move.')).toBe('create moves [0]');
  expect(await roleOf('Performs a move.')).toBe('improvised');
});

describe('a last parameter that says what is meant', () => {
  const ofKinds: JsonObject = {
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'part', in: 'path', required: true, schema: { enum: ['front', 'back'] } },
    ],
  };
  it.each<[string, readonly Line[], readonly string[], readonly string[]]>([
    [
      'by one of a few words acts on the record before it',
      [
        ['GET /shops/{id}', ref('Shop')],
        ['DELETE /shops/{id}/doors/{part}', undefined, undefined, ofKinds],
        ['POST /shops/{id}/doors', undefined, objectOf('word')],
      ],
      ['shops: id <'],
      ['read shops 0 []', 'action shops 0 []', 'action shops 0 []'],
    ],
    [
      'by its name is not the key of records that have the same segment',
      [
        ['GET /shops/{id}', ref('Shop')],
        ['DELETE /cleaning/shops/{type}', objectOf('count')],
      ],
      ['shops: id <'],
      ['read shops 0 []', 'improvised'],
    ],
    [
      'by the format of a file is no key of what is listed there',
      [
        ['GET /alarms/{id}', ref('Order')],
        ['GET /alarms/{id}/doors', listOf('Shop')],
        ['GET /alarms/{id}/doors/{part}', undefined, undefined, ofKinds],
      ],
      ['alarms: id <', 'doors: id < alarm_id(alarms)'],
      ['read alarms 0 []', 'list doors [0]', 'improvised'],
    ],
    [
      'is a key where something is read by it',
      [
        ['GET /shops/{id}', ref('Shop')],
        ['GET /shops/{id}/doors/{part}', ref('Settings'), undefined, ofKinds],
        ['DELETE /shops/{id}/doors/{part}', undefined, undefined, ofKinds],
      ],
      ['shops: id <', 'doors: part < shop_id(shops)'],
      ['read shops 0 []', 'read doors 1 [0]', 'delete doors 1 [0]'],
    ],
  ])('%s', async (_, lines, collections, targets) => {
    const contract = await plan(lines, schemas);
    expect(collectionsOf(contract)).toEqual(collections);
    const found = targetsOf(contract);
    expect(lines.map(([line]) => found[line])).toEqual(targets);
  });
});
