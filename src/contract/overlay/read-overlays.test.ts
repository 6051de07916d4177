import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { valueAt } from '../../base/json.ts';
import { complaintsAbout, loadOverlaid, overlayText, shop } from './read-overlays.test-kit.ts';

async function changed(actions: JsonValue, more?: JsonObject): Promise<JsonValue> {
  const { contract } = await loadOverlaid({
    files: { 'changes.yaml': overlayText(actions, more) },
  });
  return contract.documents.root.value;
}

const summary = '/paths/~1orders/get/summary';

describe('an update', () => {
  it.each<[string, string, JsonValue, string, JsonValue]>([
    ['replaces single values', "$.paths['/orders'].get", { summary: 'New' }, summary, 'New'],
    [
      'adds members',
      '$.info',
      { 'x-a': { b: 1 } },
      '/info',
      { title: 'Shop', version: '1', 'x-a': { b: 1 } },
    ],
    [
      'goes down into objects',
      '$',
      { paths: { '/orders': { get: { summary: 'New' } } } },
      summary,
      'New',
    ],
    ['adds to a list', '$.tags', { name: 'd' }, '/tags/3', { name: 'd' }],
    ['adds lists to each other', '$', { tags: [{ name: 'd' }] }, '/tags/3/name', 'd'],
    ['adds a list to a list', '$.tags', [{ name: 'd' }, { name: 'e' }], '/tags/4', { name: 'e' }],
    ['finds many places', '$.tags[*]', { 'x-a': 1 }, '/tags/2', { name: 'c', 'x-a': 1 }],
    ['finds places by what is there', "$.tags[?@.name == 'b']", { 'x-a': 1 }, '/tags/1/x-a', 1],
    ['finds places by patterns', "$.tags[?match(@.name, '[b]')]", { 'x-a': 1 }, '/tags/1/x-a', 1],
    [
      'may be named as objects are made',
      '$.info',
      JSON.parse('{"__proto__":{"a":1}}'),
      '/info/__proto__/a',
      1,
    ],
  ])('%s', async (_, target, update, pointer, expected) => {
    const root = await changed([{ target, update }]);
    expect(valueAt(root, pointer)).toEqual(expected);
  });

  it('is done after those before it', async () => {
    const root = await changed([
      { target: '$.tags', remove: true },
      { target: '$', update: { tags: [{ name: 'only' }] } },
      { target: '$.tags[0]', update: { 'x-a': 1 } },
    ]);
    expect(valueAt(root, '/tags')).toEqual([{ name: 'only', 'x-a': 1 }]);
  });

  it('takes items out of a list, however long that is', async () => {
    const items = Array.from({ length: 200_000 }, (_, index) => index);
    const root = await changed([
      { target: '$', update: { 'x-items': items } },
      { target: "$['x-items'][0]", remove: true },
    ]);
    expect(valueAt(root, '/x-items/199998')).toBe(199_999);
  });

  it('leaves alone what an alias stands for elsewhere', async () => {
    const { contract } = await loadOverlaid({
      files: {
        'shop.yaml': shop.replace('info: {', 'x-one: &one { a: 1 }\nx-two: *one\ninfo: {'),
        'changes.yaml': overlayText([{ target: "$['x-two']", update: { a: 2 } }]),
      },
    });
    expect(contract.documents.root.value).toMatchObject({ 'x-one': { a: 1 }, 'x-two': { a: 2 } });
  });

  it('reaches a Swagger 2.0 contract as it is written', async () => {
    const { contract } = await loadOverlaid({
      files: {
        'shop.yaml': `swagger: '2.0'
info: { title: Shop, version: '1' }
paths: { /orders: { get: { responses: { '200': { description: Fine. } } } } }
`,
        'changes.yaml': overlayText([
          { target: "$.paths['/orders']", update: { 'x-stuntdouble': { collection: 'a' } } },
          { target: "$.paths['/orders'].get", update: { 'x-stuntdouble': false } },
          { target: "$.paths['/orders'].get.responses['200']", update: { schema: {} } },
        ]),
      },
    });
    const root = contract.documents.root.value;
    expect(valueAt(root, '/paths/~1orders/x-stuntdouble')).toEqual({ collection: 'a' });
    expect(valueAt(root, '/paths/~1orders/get/x-stuntdouble')).toBe(false);
    expect(
      valueAt(root, '/paths/~1orders/get/responses/200/content/application~1json/schema'),
    ).toEqual({});
  });

  it('of version 1.1 replaces single values where they stand', async () => {
    const target = "$.paths['/orders'].get.summary";
    const root = await changed([{ target, update: 'New' }], { overlay: '1.1.0' });
    expect(valueAt(root, summary)).toBe('New');
  });
});

describe('a removal', () => {
  it.each<[string, string, string, JsonValue | undefined]>([
    ['of a member', "$.paths['/orders'].get.summary", summary, undefined],
    ['of an item', '$.tags[1]', '/tags', [{ name: 'a' }, { name: 'c' }]],
    ['of several items', '$.tags[0, 1, 0]', '/tags', [{ name: 'c' }]],
    ['of what stands in what is removed', '$.tags..*', '/tags', []],
  ])('%s', async (_, target, pointer, expected) => {
    const root = await changed([{ target, remove: true }]);
    expect(valueAt(root, pointer)).toEqual(expected);
  });
});

describe('a copy', () => {
  it('is of version 1.1', async () => {
    const root = await changed(
      [
        { target: '$.paths', update: { '/bills': {} } },
        { target: "$.paths['/bills']", copy: "$.paths['/orders']" },
        { target: "$.paths['/bills'].get", update: { summary: 'Bills' } },
      ],
      { overlay: '1.1.0' },
    );
    expect(valueAt(root, '/paths/~1bills/get/parameters/2/name')).toBe('third');
    expect(valueAt(root, '/paths/~1bills/get/summary')).toBe('Bills');
    expect(valueAt(root, summary)).toBe('Old');
  });
});

describe('what stops the start', () => {
  const act = (...actions: readonly JsonObject[]): string => overlayText(actions);
  it.each<[string, string, string, string]>([
    ['no overlay at all', '[]', '', 'must be an object'],
    ['another version', overlayText([{ target: '$' }], { overlay: '2.0.0' }), '/overlay', ''],
    ['no actions', overlayText([]), '/actions', ''],
    [
      'a member that is none',
      act({ target: '$', updates: {} }),
      '/actions/0/updates',
      'no such member',
    ],
    ['an action that does nothing', act({ target: '$' }), '/actions/0', 'does nothing'],
    ['two at once', act({ target: '$', update: {}, remove: true }), '/actions/0', 'only one'],
    ['a copy in version 1.0', act({ target: '$', copy: '$' }), '/actions/0', 'version 1.1'],
    ['no JSONPath', act({ target: '$.a[', update: {} }), '/actions/0/target', 'no JSONPath'],
    [
      'nothing there',
      act({ target: '$.nowhere', update: {} }),
      '/actions/0/target',
      'there is nothing at this place in the contract',
    ],
    [
      'a single value',
      act({ target: '$.info.title', update: 'x' }),
      '/actions/0/target',
      'a single value',
    ],
    ['several kinds', act({ target: '$.*', update: {} }), '/actions/0/target', 'alike'],
    [
      'another kind',
      act({ target: '$', update: { tags: { a: 1 } } }),
      '/actions/0/update/tags',
      'this is an object, and the contract has a list there',
    ],
    [
      'a removal of everything',
      act({ target: '$', remove: true }),
      '/actions/0/target',
      'can not be removed',
    ],
    [
      'none of the contracts: leave "extends" out, or let it name shop.yaml',
      overlayText([{ target: '$', update: {} }], { extends: 'other.yaml' }),
      '/extends',
      'none of the contracts',
    ],
    [
      'a contract of another host',
      overlayText([{ target: '$', update: {} }], { extends: 'https://example.com/shop.yaml' }),
      '/extends',
      'none of the contracts',
    ],
  ])('%s', async (_, text, pointer, message) => {
    const complaints = await complaintsAbout({ files: { 'changes.yaml': text } });
    expect(complaints).toHaveLength(1);
    expect(complaints[0]?.file).toMatch(/changes\.yaml$/);
    expect(complaints[0]).toMatchObject({ pointer, line: expect.any(Number) });
    expect(complaints[0]?.message).toContain(message);
    expect(complaints[0]?.frame).toContain('^');
  });

  it('is told of all overlays at once', async () => {
    const complaints = await complaintsAbout({
      overlays: ['missing.yaml', 'broken.yaml', 'changes.yaml'],
      files: {
        'broken.yaml': 'overlay: [',
        'changes.yaml': act({ target: '$..', remove: true }, { target: '$$', remove: true }),
      },
    });
    expect(complaints.map(({ file }) => file.split('/').at(-1))).toEqual([
      'missing.yaml',
      'broken.yaml',
      'changes.yaml',
      'changes.yaml',
    ]);
  });
});
