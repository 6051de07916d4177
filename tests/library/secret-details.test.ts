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
