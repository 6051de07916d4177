import { expect, it } from 'vitest';

import { contractOf, openTraffic } from './secret-traffic.ts';

const text = { type: 'string' };
const session = { type: 'object', properties: { token: text, name: text } };
const ofSession = { 'application/json': { schema: session } };
const made = { 201: { description: 'Made.', content: ofSession } };
const sessions = contractOf({
  'POST /sessions': { requestBody: { content: ofSession }, responses: made },
  'GET /sessions/{token}': { responses: { 200: { description: 'It.', content: ofSession } } },
  'PATCH /sessions/{token}': {
    requestBody: {
      content: {
        'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } },
      },
    },
    responses: { 200: { description: 'It.', content: ofSession } },
  },
});

it.each(['Zq7-value', 'Zq7', '8675309', 'Zq7 "quoted" \u00e9', 'Zq7/more'])(
  'the refusal of a second record tells nobody but the client of its secret key %s',
  async (token) => {
    const { ask, show, heard } = await openTraffic(sessions);
    const body = JSON.stringify({ token });
    const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    expect((await ask('/sessions', asked)).status).toBe(201);

    const { status, text: reply } = await ask('/sessions', asked);

    expect(status).toBe(409);
    expect(JSON.parse(reply).detail).toBe(`There is already a "${token}" in sessions.`);
    expect(heard.at(-1)?.reason).toBe('There is already a "…" in sessions.');
    for (const [where, shown] of Object.entries(await show())) {
      expect(shown.match(/.{0,80}(?:Zq7|8675309).{0,30}/)?.[0], where).toBeUndefined();
    }
  },
);

it('a patch that does not apply tells nobody of the secret that it names', async () => {
  const { ask, show } = await openTraffic(sessions);
  const change = [{ op: 'test', path: '/token', value: 'Zq7' }];
  const headers = { 'Content-Type': 'application/json-patch+json' };
  const asked = { method: 'PATCH', headers, body: JSON.stringify(change) };
  expect((await ask('/sessions/a', asked)).status).toBe(409);
  for (const [where, shown] of Object.entries(await show())) {
    expect(shown.match(/.{0,80}Zq7.{0,30}/)?.[0], where).toBeUndefined();
  }
});

it('a name that a message quotes is shown where it is no secret', async () => {
  const { ask, heard } = await openTraffic(sessions);
  const body = JSON.stringify({ token: 'string', name: 'sessions' });
  const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  await ask('/sessions', asked);
  await ask('/sessions', asked);
  expect(heard.at(-1)?.reason).toBe('There is already a "…" in sessions.');
});

const limited = { type: 'object', properties: { note: { type: 'string', enum: ['a'] } } };
const notes = contractOf({
  'POST /notes': {
    parameters: [{ name: 'next', in: 'query', schema: { type: 'string', maxLength: 3 } }],
    requestBody: { content: { 'application/json': { schema: limited } } },
  },
});

it.each([
  ['JSON', '{"password":"Zq7","a":1}'],
  ['JSON that is cut', '{"password":"Zq7-value-that-goes-on-and-on-beyond-what-is-shown"}'],
  ['JSON that is cut before', `{"a":"${'a'.repeat(40)}","password":"Zq7-value-that-goes-on"}`],
  ['JSON within JSON', JSON.stringify({ a: JSON.stringify({ token: 'Zq7' }) })],
  ['lines', 'a: b\npassword: Zq7\nc: d'],
  ['an address', 'postgres://ann:Zq7-value@host/db'],
  ['an address that is cut', `postgres://ann:Zq7-value${'a'.repeat(60)}@host/db`],
  ['an address with percent signs', 'https%3A%2F%2Fann%3AZq7-value%40host'],
  ['a query with percent signs', '/a?b=c%26token%3DZq7-value'],
  ['a signed token that is cut', `eyJZq7${'a'.repeat(80)}.b.c`],
])('a violation shows no secret of a text that it quotes: %s', async (_, note) => {
  const { ask, show } = await openTraffic(notes);
  const headers = { 'Content-Type': 'application/json' };
  const asked = { method: 'POST', headers, body: JSON.stringify({ note }) };
  expect((await ask('/notes', asked)).status).toBe(400);
  for (const [where, shown] of Object.entries(await show())) {
    expect(shown.match(/.{0,80}Zq7.{0,30}/)?.[0], where).toBeUndefined();
  }
});

const closed = { type: 'object', additionalProperties: false, properties: { a: text } };
const closet = {
  ...contractOf(
    { 'POST /closet': { requestBody: { content: { 'application/json': { schema: closed } } } } },
    { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } } },
  ),
  'fixtures/credentials.json': [
    { name: 'A', scheme: 'key', value: 'Zq7/known~credential', scopes: [] },
  ],
};

it.each(['Zq7/more', 'Zq7~more', 'Zq7/"~1'])(
  'a violation shows no secret that is the name of a member: %s',
  async (name) => {
    const { ask, show } = await openTraffic(closet);
    for (const key of [name, 'Zq7/known~credential']) {
      const headers = { 'Content-Type': 'application/json', 'X-Api-Key': name };
      const asked = { method: 'POST', headers, body: JSON.stringify({ [key]: { [key]: 1 } }) };
      expect((await ask('/closet', asked)).status).toBe(400);
    }
    expect((await show())['journal']).toContain('body /…: ');
    for (const [where, shown] of Object.entries(await show())) {
      expect(shown.match(/.{0,80}Zq7.{0,30}/)?.[0], where).toBeUndefined();
    }
  },
);
