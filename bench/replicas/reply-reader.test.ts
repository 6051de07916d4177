import { expect, it } from 'vitest';

import { createReplyReader } from './reply-reader.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
const none = 'HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n';

it.each([
  ['a reply with a body', [ok], [200]],
  ['a reply without a body', [none], [204]],
  ['replies of one packet', [none + ok], [204, 200]],
  ['a reply in pieces', ['HTTP/1.1 200 OK\r\ncontent-le', 'ngth: 2\r\n\r\n{', '}'], [200]],
  ['an interim reply', [`HTTP/1.1 100 Continue\r\n\r\n${none}`], [204]],
  ['a reply that has not ended', [ok.slice(0, -1)], []],
])('reads %s', (_, packets, statuses) => {
  const told: number[] = [];
  const read = createReplyReader((status) => told.push(status));
  for (const packet of packets) read(packet);
  expect(told).toEqual(statuses);
});
