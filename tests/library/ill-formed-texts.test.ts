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
const half = String.raw`\ud800`;
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=b';

const send = (...sent: readonly [string, string, string | Uint8Array]): Promise<Refused> =>
  sendBody(shop.url, ...sent);

async function shownThings(): Promise<unknown> {
  return (await fetch(`${shop.url}/things`)).json();
}

describe('half of a surrogate pair is refused', () => {
  it.each<[string, string, string, string | Uint8Array, string]>([
    ['in a key', 'POST /things', json, `{"id":"a${half}"}`, '/id'],
    ['in a text', 'POST /things', json, `{"id":"a","name":"${half}x"}`, '/name'],
    ['in capitals', 'POST /things', json, String.raw`{"id":"\uDFFF"}`, '/id'],
    ['in a list', 'POST /things', json, `{"id":"a","shape":{"a":[1,"${half}"]}}`, '/shape/a/1'],
    ['in a name', 'POST /things', json, `{"id":"a","${half}":1}`, '/\ufffd'],
    [
      'in a name below',
      'POST /things',
      json,
      `{"shape":{"a/b":{"${half}":1}}}`,
      '/shape/a~1b/\ufffd',
    ],
    ['two halves the wrong way', 'POST /things', json, String.raw`{"id":"\udc00\ud800"}`, '/id'],
    ['in a PUT', 'PUT /things/known', json, `{"id":"known","name":"${half}"}`, '/name'],
    [
      'in a merge patch',
      'PATCH /things/known',
      'application/merge-patch+json',
      `{"name":"${half}"}`,
      '/name',
    ],
    [
      'in a JSON Patch',
      'PATCH /things/known',
      'application/json-patch+json',
      `[{"op":"add","path":"/name","value":"${half}"}]`,
      '/0/value',
    ],
    [
      'in the path of a JSON Patch',
      'PATCH /things/known',
      'application/json-patch+json',
      `[{"op":"add","path":"/${half}","value":1}]`,
      '/0/path',
    ],
    ['in the JSON of a form', 'POST /things', form, `id=a&shape={"a":"${half}"}`, '/shape/a'],
    ['in a form, as bytes', 'POST /things', form, 'id=%ED%A0%80', ''],
    ['in XML', 'POST /things', 'application/xml', '<thing><id>&#xD800;</id></thing>', ''],
    [
      'in the JSON of a part',
      'POST /things',
      multipart,
      part('shape', `{"a":"${half}"}`, 'Content-Type: application/json'),
      '/shape/a',
    ],
    [
      'in a part that is JSON by its schema',
      'POST /things',
      multipart,
      part('shape', `{"a":"${half}"}`),
      '/shape/a',
    ],
    [
      'in what is put into the state',
      'PUT /_mock/state',
      json,
      `{"things":[{"id":"${half}"}]}`,
      '/things/0/id',
    ],
    ['in what is merged into it', 'PATCH /_mock/state/things', json, `[{"id":"${half}"}]`, '/0/id'],
    [
      'in one record',
      'PUT /_mock/state/things/a?check=false',
      json,
      `{"id":"a","x":"${half}"}`,
      '/x',
    ],
    [
      'in an override',
      'POST /_mock/overrides',
      json,
      `{"operation":"getThing","reply":{"body":{"id":"${half}"}}}`,
      '/reply/body/id',
    ],
    ['in a credential', 'POST /_mock/credentials', json, `{"name":"${half}"}`, '/name'],
  ])('%s', async (_, line, type, body, pointer) => {
    const { status, problem } = await send(line, type, body);
    expect([status, problem.errors?.[0]?.pointer], JSON.stringify(problem)).toEqual([400, pointer]);
    expect(await shownThings()).toEqual([{ id: 'known' }]);
  });

  it('and it is said what to send instead', async () => {
    const { problem } = await send('POST /things', json, `{"id":"${half}"}`);
    expect(problem).toMatchObject({
      type: 'urn:problem-type:malformed-request',
      errors: [{ in: 'body', message: expect.stringContaining('write both halves') }],
    });
  });

  it.each([
    String.raw`{"id":"\ud83d\ude00"}`,
    '{"id":"\u{1f600}"}',
    String.raw`{"id":"\\ud800"}`,
    String.raw`{"id":"\u0000\u2028"}`,
  ])('but %s is taken', async (body) => {
    expect((await send('POST /things', json, body)).status).toBe(201);
  });
});

describe('bytes that are no UTF-8 are refused', () => {
  const bad = Buffer.from([0xed, 0xa0, 0x80]);
  it.each<[string, string, Uint8Array]>([
    ['JSON', json, Buffer.concat([Buffer.from('{"id":"'), bad, Buffer.from('"}')])],
    ['a form', form, Buffer.concat([Buffer.from('id='), bad])],
    ['a part', multipart, part('id', bad.toString('latin1'))],
    ['the name of a part', multipart, part(bad.toString('latin1'), 'x')],
    ['a part of JSON', multipart, part('shape', `{"a":"\xe9"}`, 'Content-Type: application/json')],
    [
      'XML',
      'application/xml',
      Buffer.concat([Buffer.from('<thing><id>'), bad, Buffer.from('</id></thing>')]),
    ],
  ])('in %s', async (_, type, body) => {
    expect((await send('POST /things', type, body)).status).toBe(400);
    expect(await shownThings()).toEqual([{ id: 'known' }]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['/things/%ED%A0%80', {}],
    ['/things/%C0%AF', {}],
    ['/things/%E2%82', {}],
    ['/things/%FF', {}],
    ['/things?name=%ED%A0%80', {}],
    ['/things?filter=%7B%22a%22%3A%22%5Cud800%22%7D', {}],
    ['/things', { 'X-Filter': `{"a":"${half}"}` }],
    ['/things', { Cookie: 'mark=%ED%A0%80' }],
    ['/_mock/state/things/%ED%A0%80', {}],
    ['/_mock/state/things?parents[x]=%ED%A0%80', {}],
  ])('in the parameters of %s %j', async (path, headers) => {
    expect((await fetch(shop.url + path, { headers })).status).toBe(400);
  });

  it('but a file may have any', async () => {
    const file = part('file', '\xed\xa0\x80', 'Content-Type: image/png');
    const key = part('id', 'a').toString().replace('--b--\r\n', '');
    const body = Buffer.concat([Buffer.from(key), file]);
    const { status } = await send('POST /things', multipart, body);
    expect(status).toBe(201);
  });
});

describe('the library refuses it as the control API does', () => {
  const lone = 'a\ud800';

  it('in records', async () => {
    const world = shop.mock.world();
    await expect(world.replace('things', [{ id: lone }])).rejects.toThrow(/half of a surrogate/);
    await expect(world.merge('things', [{ id: lone }])).rejects.toThrow(/half of a surrogate/);
    await expect(world.merge('things', [{ id: 'a', [lone]: 1 }], { check: false })).rejects.toThrow(
      /half of a surrogate/,
    );
  });

  it('in overrides and credentials', () => {
    const reply = { body: { id: lone } };
    expect(() => shop.mock.use({ operation: 'getThing', reply })).toThrow(/half of a surrogate/);
    const wish = { name: lone, scheme: 'x', scopes: [] };
    expect(() => shop.mock.world().mint(wish)).toThrow(/half of a surrogate/);
  });
});
