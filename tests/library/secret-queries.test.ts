import { expect, it } from 'vitest';

import { contractOf, openTraffic } from './secret-traffic.ts';

const color = { type: 'string', enum: ['red'] };
const contract = contractOf(
  {
    'GET /items': { parameters: [{ name: 'color', in: 'query', schema: color }] },
    'POST /items': {
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: { type: 'object', properties: { color } },
          },
        },
      },
    },
  },
  { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } } },
);
const files = {
  ...contract,
  'fixtures/credentials.json': [
    { name: 'A', scheme: 'key', value: 'Zq7v+k3yZq7r/tAA==', scopes: [] },
  ],
};
const token = 'Zq7+control/token+of-the-server';

it.each([
  ['a file', 'Zq7v+k3yZq7r/tAA=='],
  ['a mint', 'Zq7m+k3yZq7r%2FtBB'],
  ['the control token', token],
  ['a header of the same request', 'Zq7h+k3yZq7r/tCC=='],
])(
  'a credential with a plus sign is hidden where a query or a form reads it as a space: of %s',
  async (_, value) => {
    const { mock, ask, show } = await openTraffic(files, { controlToken: token });
    mock
      .world('default')
      .mint({ name: 'M', scheme: 'key', scopes: [], value: 'Zq7m+k3yZq7r%2FtBB' });
    const headers = { 'X-Api-Key': value, 'Content-Type': 'application/x-www-form-urlencoded' };
    for (const sent of [value, `it-is-${value}-here`]) {
      expect((await ask(`/items?color=${sent}`, { headers })).status).toBe(400);
      const asked = { method: 'POST', headers, body: `color=${sent}&a=${sent}&${sent}=1` };
      expect((await ask('/items', asked)).status).toBe(400);
    }
    const control = { headers: { Authorization: `Bearer ${token}` } };
    const stories = mock.requests().map(({ id }) => ask(`/_mock/requests/${id}/explain`, control));
    const shown = {
      ...(await show()),
      journal: JSON.stringify(mock.requests()),
      coverage: JSON.stringify(mock.coverage()),
      explained: (await Promise.all(stories)).map(({ text }) => text).join('\n'),
    };
    for (const [where, text] of Object.entries(shown)) {
      expect(text.match(/.{0,80}(?:Zq7|k3yZ).{0,30}/)?.[0], where).toBeUndefined();
    }
    expect(shown.explained).toContain('must be');
  },
);

it.each(['https://x/?token=Zq7v+k3yZq7r', 'a;token=Zq7v+k3yZq7r', 'a%26token=Zq7v+k3yZq7r'])(
  'a secret within the value of a query is hidden where its plus sign is read as a space: %s',
  async (value) => {
    const { ask, show } = await openTraffic(contract);
    expect((await ask(`/items?color=${value}`)).status).toBe(400);
    for (const [where, text] of Object.entries(await show())) {
      expect(text.match(/.{0,60}(?:Zq7|k3y).{0,30}/)?.[0], where).toBeUndefined();
    }
  },
);
