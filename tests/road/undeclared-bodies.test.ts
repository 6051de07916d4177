import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { Sent } from './open-road.ts';
import { openRoad } from './open-road.ts';

describe('a body where the contract declares none', () => {
  const paths = (responses: JsonObject): JsonObject => ({ '/bell': { post: { responses } } });
  const rung = { description: 'Rung.', content: { 'text/plain': { example: 'ding' } } };
  const refusal = {
    description: 'It takes nothing.',
    content: { 'text/plain': { example: 'nothing is read here' } },
  };
  const headers = { 'content-type': 'text/plain' };

  it('is refused where the contract declares 415, with what it declares for it', async () => {
    const bell = await openRoad({ paths: paths({ '200': rung, '415': refusal }) });
    const answer = await bell.send('POST', '/bell', { headers, body: 'loud' });
    expect([answer.status, answer.text, answer.wasBodyRead]).toEqual([
      415,
      'nothing is read here',
      false,
    ]);
  });

  it.each<[string, JsonObject, Sent]>([
    ['is ignored where 415 is not declared', { '200': rung }, { headers, body: 'loud' }],
    ['may be empty, whatever its type', { '200': rung, '415': refusal }, { headers, body: '' }],
    ['may be missing, with a type for it', { '200': rung, '415': refusal }, { headers }],
  ])('%s', async (_, responses, sent) => {
    const bell = await openRoad({ paths: paths(responses) });
    const answer = await bell.send('POST', '/bell', sent);
    expect([answer.status, answer.text]).toEqual([200, 'ding']);
  });

  it('is refused in words that say what to do', async () => {
    const problem = { 'application/problem+json': { schema: { type: 'object' } } };
    const declared = { '200': rung, '415': { description: 'No.', content: problem } };
    const bell = await openRoad({ paths: paths(declared) });
    const answer = await bell.send('POST', '/bell', { headers, body: 'loud' });
    expect(answer.json).toMatchObject({
      status: 415,
      detail: expect.stringMatching(/leave it out/),
    });
  });
});
