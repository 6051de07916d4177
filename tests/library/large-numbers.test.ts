import { beforeEach, describe, expect, it } from 'vitest';

import type { Refused } from './sent-bodies.ts';
import { partOf as part, sendBody } from './sent-bodies.ts';
import type { ThingShop } from './thing-shop.ts';
import { openThings } from './thing-shop.ts';

let shop: ThingShop;

beforeEach(async () => {
  shop = await openThings({ 'fixtures/things.json': '[{"id":"known"}]' });
});

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=b';

const send = (...sent: readonly [string, string, string | Uint8Array]): Promise<Refused> =>
  sendBody(shop.url, ...sent);

async function shownThings(): Promise<unknown> {
  return (await fetch(`${shop.url}/things`)).json();
}

describe('a number that is too large to be kept is refused', () => {
  const mergePatch = 'application/merge-patch+json';
  const jsonPatch = 'application/json-patch+json';
  const xml = '<thing><id>a</id><size>1e400</size></thing>';

  it.each<[string, string, string, string | Uint8Array, string]>([
    ['in a member', 'POST /things', json, '{"id":"a","size":1e400}', '/size'],
    ['in a list', 'POST /things', json, '{"id":"a","shape":{"a":[1,-1E+400]}}', '/shape/a/1'],
    ['in all digits', 'POST /things', json, `{"size":${'9'.repeat(309)}}`, '/size'],
    ['in many digits', 'POST /things', json, `{"size":${'9'.repeat(230)}e80}`, '/size'],
    ['as the whole', 'POST /things', json, '1e400', ''],
    [
      'in a long body',
      'POST /things',
      json,
      `{"name":"${'x'.repeat(1000)}","size":1e999}`,
      '/size',
    ],
    ['in a PUT', 'PUT /things/known', json, '{"id":"known","size":1e400}', '/size'],
    ['in a merge patch', 'PATCH /things/known', mergePatch, '{"size":1e400}', '/size'],
    [
      'in a JSON Patch',
      'PATCH /things/known',
      jsonPatch,
      '[{"op":"add","path":"/size","value":1e400}]',
      '/0/value',
    ],
    ['in a form', 'POST /things', form, 'id=a&size=1e400', '/size'],
    ['in the JSON of a form', 'POST /things', form, 'id=a&shape={"a":1e400}', '/shape/a'],
    ['in XML', 'POST /things', 'application/xml', xml, '/size'],
    ['in a part', 'POST /things', multipart, part('size', '1e400'), '/size'],
    [
      'in the JSON of a part',
      'POST /things',
      multipart,
      part('shape', '{"a":1e400}', 'Content-Type: application/json'),
      '/shape/a',
    ],
    [
      'in a part that is JSON by its schema',
      'POST /things',
      multipart,
      part('shape', '{"a":1e400}'),
      '/shape/a',
    ],
    ['in the state', 'PUT /_mock/state', json, '{"things":[{"id":"a","x":1e400}]}', '/things/0/x'],
    ['in what is merged', 'PATCH /_mock/state/things', json, '[{"id":"a","x":1e400}]', '/0/x'],
    ['in one record', 'PUT /_mock/state/things/a?check=false', json, '{"id":"a","x":1e400}', '/x'],
    [
      'in an override',
      'POST /_mock/overrides',
      json,
      '{"operation":"getThing","reply":{"breach":true,"body":{"x":1e400}}}',
      '/reply/body/x',
    ],
  ])('%s', async (_, line, type, body, pointer) => {
    const { status, problem } = await send(line, type, body);
    const pointers = problem.errors?.map((error) => error.pointer);
    expect([status, pointers], JSON.stringify(problem)).toEqual([
      400,
      expect.arrayContaining([pointer]),
    ]);
    expect(await shownThings()).toEqual([{ id: 'known' }]);
  });

  it('and it is said how large it may be', async () => {
    const { problem } = await send('POST /things', json, '{"size":1e400}');
    expect(problem).toMatchObject({
      type: 'urn:problem-type:malformed-request',
      detail: expect.stringMatching(/^The body at \/size is a number beyond 1\.79\d+e\+308,/),
      errors: [{ in: 'body', pointer: '/size', keyword: 'number' }],
    });
  });

  it.each([
    '/things?size=1e400',
    '/things?limit=1e400',
    '/things?filter=%7B%22a%22%3A1e400%7D',
    '/_mock/requests?limit=1e400',
  ])('in the query of %s', async (path) => {
    expect((await fetch(shop.url + path)).status).toBe(400);
  });

  it.each([
    '{"id":"a","size":1e308}',
    '{"id":"a","size":-1.7e+308}',
    '{"id":"a","size":1e-400}',
    '{"id":"91e400"}',
  ])('but %s is taken', async (body) => {
    expect((await send('POST /things', json, body)).status).toBe(201);
  });

  it('by the library, too', async () => {
    const world = shop.mock.world();
    for (const size of [Infinity, -Infinity, NaN]) {
      await expect(world.replace('things', [{ id: 'a', size }])).rejects.toThrow(
        /is a number beyond|is no number/,
      );
    }
  });
});
