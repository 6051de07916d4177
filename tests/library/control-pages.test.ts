import { beforeAll, expect, it } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { sendRequest } from './raw-request.ts';

let mock: Mock;

beforeAll(async () => {
  mock = await createMock({ controlToken: 'secret' });
  await mock.listen();
  return () => mock.close();
});

it.each<[status: number, line: string, site: string, destination: string | undefined]>([
  [200, 'GET /_mock/state', 'cross-site', 'document'],
  [200, 'HEAD /_mock/state', 'cross-site', 'document'],
  [200, 'GET /_mock/state', 'same-site', 'document'],
  [403, 'POST /_mock/reset', 'cross-site', 'document'],
  [403, 'POST /_mock/reset', 'same-site', 'document'],
  [403, 'DELETE /_mock/requests', 'cross-site', 'document'],
  [403, 'PUT /_mock/clock', 'cross-site', 'document'],
  [403, 'GET /_mock/state', 'cross-site', undefined],
  [403, 'GET /_mock/state', 'same-site', undefined],
  [403, 'GET /_mock/state', 'same-site', 'image'],
  [403, 'GET /_mock/state', 'same-site', 'iframe'],
  [403, 'GET /_mock/state', 'same-site', 'script'],
  [403, 'GET /_mock/state', 'cross-site', 'Document'],
  [204, 'POST /_mock/reset', 'same-origin', 'empty'],
  [204, 'POST /_mock/reset', 'none', 'document'],
])(
  'the control API answers %i to %s of a page that is %s, for the destination %s, without an Origin',
  async (status, line, site, destination) => {
    const fetched = destination === undefined ? [] : [`Sec-Fetch-Dest: ${destination}`];
    const headers = ['Authorization: Bearer secret', `Sec-Fetch-Site: ${site}`, ...fetched];
    expect((await sendRequest(mock.url, line, headers)).status).toBe(status);
  },
);
