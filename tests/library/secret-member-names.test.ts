import { expect, it } from 'vitest';

import { contractOf, openTraffic } from './secret-traffic.ts';

const json = (schema: object): object => ({
  requestBody: { content: { 'application/json': { schema } } },
});
const ofNumbers = { type: 'object', additionalProperties: { type: 'number' } };
const keys = {
  type: 'object',
  properties: { primary: { type: 'number' } },
  additionalProperties: ofNumbers,
};
const nested = { type: 'object', properties: { api_keys: keys } };
const choice = {
  anyOf: [{ properties: { tokens: ofNumbers }, required: ['tokens'] }, { type: 'null' }],
};
const record = {
  type: 'object',
  properties: { password: { type: 'object' }, id: { type: 'string' } },
};
const files = contractOf({
  'POST /keys': json({ type: 'object', properties: { nested, choice } }),
  'PUT /records/{id}': {
    ...json(record),
    responses: { 200: { description: 'It.', content: { 'application/json': { schema: record } } } },
  },
  'PATCH /records/{id}': {
    requestBody: { content: { 'application/json-patch+json': { schema: { type: 'array' } } } },
    responses: { 200: { description: 'It.', content: { 'application/json': { schema: record } } } },
  },
});

const headers = { 'Content-Type': 'application/json' };

it.each(['Zq7xyz4711', 'Zqseven', 'Zq7', '47114711', 'Zq7/a~b'])(
  'the name of a member below a secret is hidden, as of a map of tokens: %s',
  async (name) => {
    const { ask, show } = await openTraffic(files);
    for (const body of [
      { nested: { api_keys: { [name]: 'x' } } },
      { nested: { api_keys: { primary: { [name]: 'x' }, other: { [name]: 'x' } } } },
      { choice: { tokens: { [name]: 'x' } } },
      { nested: 1, note: JSON.stringify({ tokens: { [name]: 1 } }) },
    ]) {
      const asked = { method: 'POST', headers, body: JSON.stringify(body) };
      expect((await ask('/keys', asked)).status).toBe(400);
    }
    const shown = await show();
    for (const [where, text] of Object.entries(shown)) {
      expect(text.match(/.{0,80}(?:Zq7|Zqseven|4711).{0,30}/)?.[0], where).toBeUndefined();
      if (where !== 'coverage') expect(text).toContain('/nested/api_keys/primary');
    }
    expect(shown['journal']).toContain('/nested/api_keys/…');
  },
);

it.each(['Zq7xyz4711', 'Zqseven'])(
  'a patch shows nothing of what it names below a secret: %s',
  async (name) => {
    const { ask, show } = await openTraffic(files);
    await ask('/records/a', { method: 'PUT', headers, body: JSON.stringify({ id: 'a' }) });
    const patched = { 'Content-Type': 'application/json-patch+json' };
    const body = JSON.stringify([
      { op: 'move', from: `/password/${name}/a`, path: '/id' },
      { op: 'remove', path: `/password/${name}` },
    ]);
    const { status } = await ask('/records/a', { method: 'PATCH', headers: patched, body });
    expect(status).toBe(400);
    for (const [where, text] of Object.entries(await show())) {
      expect(text.match(/.{0,80}Zq(?:7|seven).{0,30}/)?.[0], where).toBeUndefined();
    }
  },
);
