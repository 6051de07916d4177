import { expect, it } from 'vitest';

import { contractOf, openTraffic } from './secret-traffic.ts';

const anything = {
  'application/json': { schema: {} },
  'text/plain': { schema: { type: 'string' } },
  'application/x-www-form-urlencoded': { schema: { type: 'object' } },
};
const contract = contractOf({
  'POST /notes': {
    requestBody: { content: anything },
    responses: { 200: { description: 'It.', content: anything } },
  },
});
const filler = 'a'.repeat(70_000);

it.each([
  ['JSON', 'application/json', JSON.stringify({ password: 'Zq7', secret: { a: ['Zq7'] }, filler })],
  [
    'JSON that is none',
    'application/json',
    `{"password":"Zq7","secret":{"a":["Zq7"]},"filler":"${filler}`,
  ],
  ['JSON that is none, small', 'application/json', '{"password":"Zq7","secret":{"a":["Zq7", "Zq7'],
  [
    'JSON that is text',
    'text/plain',
    JSON.stringify({ password: 'Zq7', secret: { a: ['Zq7'] }, filler }),
  ],
  ['JSON that is text, small', 'text/plain', '{"password":"Zq7","secret":{"a":["Zq7", "Zq7'],
  ['a form', 'application/x-www-form-urlencoded', `password=Zq7&secret[a]=Zq7&filler=${filler}`],
])('a body shows no secret, however large and however broken it is: %s', async (_, type, body) => {
  const { ask, show, mock } = await openTraffic(contract);
  mock.use({
    operation: 'post /notes',
    reply: { status: 200, headers: { 'Content-Type': type }, body, breach: true },
  });
  await ask('/notes', { method: 'POST', headers: { 'Content-Type': type }, body });
  for (const [where, shown] of Object.entries(await show())) {
    expect(shown.match(/.{0,80}Zq7.{0,30}/)?.[0], where).toBeUndefined();
  }
});
