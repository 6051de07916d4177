import { expect, it } from 'vitest';

import { nameTools } from './control-tools.ts';

it.each([
  [
    'make it first (PUT /worlds/a.b of the control API), or',
    'make it first (the tool make_world), or',
  ],
  [
    'None. GET /_mock/worlds lists them, PUT /_mock/worlds/a makes it.',
    'None. The tool list_worlds lists them, the tool make_world makes it.',
  ],
  [
    'GET /scenarios of the control API (in the library mock.scenarios()) lists them',
    'The tool list_scenarios lists them',
  ],
  ['DELETE /overrides/<id> one', 'The tool remove_override one'],
  ['GET /_mock/requests/7/explain.', 'The tool explain_request.'],
  ['GET /_mock/requests/7/more', undefined],
  ['GET /other/worlds', undefined],
  ['DELETE /worlds/a', undefined],
  ['POST /resettle', undefined],
])('says %j in words of agents', (text, told = text) => {
  expect(nameTools(text, '/_mock')).toBe(told);
});
