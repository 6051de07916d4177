import { expect, it } from 'vitest';

import { openConnection, sendRaw } from '../cli/raw-connection.ts';
import { bookIds } from './bookshop.ts';
import { openLogged, readReplies } from './raw-replies.ts';

const [first = ''] = bookIds;
const own = 'Host: h\r\nAuthorization: Bearer open\r\n';
const getBook = `GET /books/${first} HTTP/1.1\r\n${own}\r\n`;

it('the refusal of a HEAD request that can not be read has no body', async () => {
  const { mock } = await openLogged();
  const heard = await sendRaw(mock.url, 'HEAD /books HTTP/1.1\r\nHost: h\r\nX: \0\r\n\r\n');
  expect(heard).toMatch(/^HTTP\/1\.1 400 [^]*^content-length: [1-9]\d*\r$[^]*\r\n\r\n$/im);
});

it('a tunnel that is asked for behind other requests is refused when they are answered', async () => {
  const { mock } = await openLogged();
  const connection = await openConnection(mock.url);
  const late = getBook.replace('Host: h', 'Host: localhost\r\nX-Stuntdouble-Fault: latency=50ms');
  connection.write(`${late}${getBook}CONNECT elsewhere.example:443 HTTP/1.1\r\n${own}\r\n`);
  const replies = readReplies(await connection.rest);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 405]);
});

it('what comes behind a wish for another protocol, of which Node loses a piece, is not read', async () => {
  const { mock, log } = await openLogged();
  const connection = await openConnection(mock.url);
  const body = getBook;
  connection.write(
    `GET /books/${first} HTTP/1.1\r\n${own}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n` +
      `PUT /books/${first} HTTP/1.1\r\n${own}Content-Length: ${body.length}\r\n\r\n`,
  );
  connection.write(body);
  const replies = readReplies(await connection.rest);
  expect(replies).toHaveLength(1);
  expect(replies[0]?.head).toMatch(/^HTTP\/1\.1 200 [^]*^connection: close\r$/im);
  expect(log).toMatchObject([{ method: 'GET', status: 200 }]);
});
