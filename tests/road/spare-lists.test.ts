import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { answer, body, parameter } from './shop.ts';

const thing = {
  type: 'object',
  required: ['id', 'kind'],
  properties: { id: { type: 'integer' }, kind: { const: 'a' } },
};
const brief = { type: 'object', properties: { kind: { const: 'a' } }, additionalProperties: false };

/** A list that shows so little of its records that they are all alike, and may not be. */
function openAlike(fixtures: JsonObject): Promise<OpenRoad> {
  const list = { type: 'array', items: brief, uniqueItems: true };
  return openRoad({
    paths: {
      '/things': {
        get: { responses: { '200': answer(list) } },
        post: { requestBody: body({ type: 'object' }), responses: { '201': answer(thing) } },
      },
      '/things/{id}': {
        parameters: [parameter('id', { type: 'integer' })],
        get: { responses: { '200': answer(thing) } },
      },
    },
    fixtures,
  });
}

describe('a list whose schema allows no list of the records that there are', () => {
  it('is any list where nobody has said what there is', async () => {
    const road = await openAlike({});
    expect((await road.send('GET', '/things/1')).json).toEqual({ id: 1, kind: 'a' });
    const shown = await road.send('GET', '/things');
    expect(shown).toMatchObject({ status: 200, verdict: 'served', json: expect.any(Array) });
  });

  it('breaks the contract where somebody can mend it', async () => {
    const road = await openAlike({ things: [1, 2].map((id) => ({ id, kind: 'a' })) });
    expect(await road.send('GET', '/things')).toMatchObject({ status: 500, verdict: 'breach' });
  });
});
