import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { isJsonObject, textOf } from '../../src/base/json.ts';
import type { Answer, OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };

function answerWith(status: string, schema: JsonObject): JsonObject {
  return { [status]: { description: 'Fine.', content: { 'application/json': { schema } } } };
}

/** The usual five operations on a collection. */
function pathsOf(whole: string, key: string, component: string, more: JsonObject = {}): JsonObject {
  const schema = { $ref: `#/components/schemas/${component}` };
  const parameters = [...`${whole}/{${key}}`.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: text,
  }));
  const requestBody = { content: { 'application/json': { schema } } };
  const gone = { '204': { description: 'Gone.' } };
  return {
    [whole]: {
      parameters: parameters.slice(0, -1),
      get: { responses: answerWith('200', { type: 'array', items: schema }) },
      post: { requestBody, responses: answerWith('201', schema) },
    },
    [`${whole}/{${key}}`]: {
      parameters,
      get: { responses: answerWith('200', schema) },
      put: {
        requestBody,
        responses: { ...answerWith('200', schema), ...answerWith('201', schema) },
      },
      patch: { requestBody, responses: answerWith('200', schema) },
      delete: { responses: gone },
      ...more,
    },
  };
}

const record = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'integer' }, name: text },
};
const paths = {
  ...pathsOf('/shops', 'shopId', 'Shop'),
  ...pathsOf('/shops/{shopId}/orders', 'orderId', 'Order'),
  ...pathsOf('/tags', 'slug', 'Tag'),
};
const components = {
  schemas: {
    Shop: record,
    Order: record,
    Tag: { type: 'object', required: ['slug'], properties: { slug: text } },
  },
};

async function open(
  unknownKeys: 'improvise' | 'known' | 'refuse' = 'known',
  more: JsonObject = {},
): Promise<OpenRoad> {
  return openRoad({ paths: { ...paths, ...more }, components, runtime: { unknownKeys } });
}

function idOf({ json }: Answer): string {
  return isJsonObject(json) ? textOf(json['id']) : '';
}

describe('a key that nothing has shown', () => {
  it('has a record until the server makes the first key of its collection, and none from then on', async () => {
    const road = await open();
    expect((await road.send('GET', '/shops/4242')).status).toBe(200);
    const made = await road.send('POST', '/shops', { body: { name: 'Corner' } });
    expect(made.status).toBe(201);
    const missing = await road.send('GET', '/shops/4242');
    expect(missing.status).toBe(404);
    expect(missing.text).toMatch(
      /Since the server made the first key of shops \(20[^)]*Z\), unknown keys have no record: --unknown-keys improvise makes them up\./,
    );
    for (const method of ['PATCH', 'DELETE'])
      expect((await road.send(method, '/shops/4242', { body: { name: 'x' } })).status).toBe(404);
    expect((await road.send('GET', `/shops/${idOf(made)}`)).status).toBe(200);
    expect((await road.send('GET', '/shops/4242/orders')).status).toBe(404);
  });

  it('differs from a key whose record was deleted: the refusal says which', async () => {
    const road = await open();
    const made = await road.send('POST', '/shops', { body: { name: 'Corner' } });
    await road.send('DELETE', `/shops/${idOf(made)}`);
    const gone = await road.send('GET', `/shops/${idOf(made)}`);
    expect(gone.status).toBe(404);
    expect(gone.json).toMatchObject({
      detail: `There is no "${idOf(made)}" in shops. It was deleted.`,
    });
  });

  it('has one still where a list shows it', async () => {
    const road = await open();
    await road.send('POST', '/shops', { body: { name: 'Corner' } });
    const { json } = await road.send('GET', '/shops');
    const listed = Array.isArray(json) ? json : [];
    expect(listed.length).toBeGreaterThan(1);
    for (const shop of listed) {
      const id = isJsonObject(shop) ? textOf(shop['id']) : '';
      expect((await road.send('GET', `/shops/${id}`)).json).toEqual(shop);
    }
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('is not told by a %s', async (method) => {
    const road = await open();
    await road.send(method, '/shops/17', { body: { id: 17, name: 'x' } });
    expect((await road.send('GET', '/shops/4242')).status).toBe(200);
  });

  it('is not told by a request for a certain reply', async () => {
    const road = await open();
    await road.send('POST', '/shops', {
      body: { name: 'x' },
      headers: { prefer: 'dynamic=true' },
    });
    expect((await road.send('GET', '/shops/4242')).status).toBe(200);
  });

  it('is not told by a create that brings its key: slugs stay improvised', async () => {
    const road = await open();
    expect((await road.send('POST', '/tags', { body: { slug: 'red' } })).status).toBe(201);
    expect((await road.send('GET', '/tags/blue')).status).toBe(200);
  });

  it('has a record again after a reset', async () => {
    const road = await open();
    await road.send('POST', '/shops', { body: { name: 'x' } });
    await road.world.reset();
    expect((await road.send('GET', '/shops/4242')).status).toBe(200);
  });

  it('stays without one when the first record is deleted', async () => {
    const road = await open();
    const id = idOf(await road.send('POST', '/shops', { body: { name: 'x' } }));
    expect((await road.send('DELETE', `/shops/${id}`)).status).toBe(204);
    expect((await road.send('GET', '/shops/4242')).status).toBe(404);
  });

  it('always has one with improvise, and never with refuse', async () => {
    const improvising = await open('improvise');
    await improvising.send('POST', '/shops', { body: { name: 'x' } });
    expect((await improvising.send('GET', '/shops/4242')).status).toBe(200);
    const refusing = await open('refuse');
    const missing = await refusing.send('GET', '/shops/4242');
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('--unknown-keys improvise');
  });

  it('is as the contract says of a collection', async () => {
    const shops = paths['/shops/{shopId}'] as JsonObject;
    const corrected = { ...shops, 'x-stuntdouble': { 'unknown-keys': 'refuse' } };
    const road = await open('improvise', { '/shops/{shopId}': corrected });
    expect((await road.send('GET', '/shops/4242')).status).toBe(404);
    expect((await road.send('GET', '/tags/blue')).status).toBe(200);
  });
});

describe('a key that was handed out under another parent', () => {
  it.each(['GET', 'PATCH', 'DELETE'])('is a 404 there for %s', async (method) => {
    const road = await open('improvise');
    const made = await road.send('POST', '/shops/1/orders', { body: { name: 'x' } });
    const sent = method === 'PATCH' ? { body: { name: 'y' } } : {};
    expect((await road.send(method, `/shops/2/orders/${idOf(made)}`, sent)).status).toBe(404);
    expect((await road.send('GET', `/shops/1/orders/${idOf(made)}`)).status).toBe(200);
  });

  it('is given only once', async () => {
    const road = await open();
    const ids = new Set<string>();
    for (const shop of ['1', '2', '1', '3'])
      ids.add(idOf(await road.send('POST', `/shops/${shop}/orders`, { body: { name: 'x' } })));
    expect(ids.size).toBe(4);
  });
});

describe('a made-up record', () => {
  it('gives way to a create with its key', async () => {
    const road = await open();
    const made = await road.send('POST', '/shops', { body: { id: 1, name: 'Mine' } });
    expect(made.status).toBe(201);
    expect((await road.send('GET', '/shops/1')).json).toMatchObject({ name: 'Mine' });
    expect((await road.send('POST', '/shops', { body: { id: 1, name: 'x' } })).status).toBe(409);
  });

  it('gives way to a PUT of a new key, which answers 201 where that is declared', async () => {
    const road = await open();
    const body = { id: 4242, name: 'Mine' };
    expect((await road.send('PUT', '/shops/4242', { body })).status).toBe(201);
    expect((await road.send('PUT', '/shops/4242', { body })).status).toBe(200);
    expect((await road.send('PUT', '/shops/1', { body: { id: 1, name: 'x' } })).status).toBe(200);
  });
});

describe('a key that the server makes', () => {
  it.each([0])('is made for %j', async (id) => {
    const road = await open();
    const made = await road.send('POST', '/shops', { body: { id, name: 'x' } });
    expect(made.status).toBe(201);
    expect(Number(idOf(made))).toBeGreaterThan(0);
  });
});
