import express from 'express';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { sendRaw } from '../cli/raw-connection.ts';
import { createFolder, removeFolder, writeFiles } from '../cli/temporary-folder.ts';
import { bookshop } from './bookshop.ts';
import { hostApp } from './host-app.ts';
import { openUnheard } from './open-bookshop.ts';
import { sendRequest } from './raw-request.ts';

const auth = 'Authorization: Bearer open';
let mock: Mock;

beforeAll(async () => {
  const folder = await createFolder();
  await writeFiles(folder, bookshop());
  const allowHost = ['api.example', '*.tunnel.example'];
  mock = await createMock({ contract: `${folder}/openapi.json`, allowHost });
  await mock.listen();
  return async () => {
    await mock.close();
    await removeFolder(folder);
  };
});

const local = [
  'localhost',
  'localhost:4010',
  'LocalHost.:4010',
  'app.localhost:4010',
  '127.0.0.1:4010',
  '[::1]:4010',
  '[fe80::1%25eth0]:4010',
  '[::ffff:127.0.0.1]',
  '8.8.8.8',
  '192.168.1.5:4010',
  '0.0.0.0:4010',
  'stuntdouble',
  'stuntdouble:4010',
  'host.docker.internal:4010',
  'my-mac.local',
  'MY-MAC.LOCAL:80',
  'api.test',
  'a.b.test.:4010',
  'api.example',
  'API.Example.:4010',
  'a.tunnel.example',
  'b.a.tunnel.example:443',
  '',
];

const foreign = [
  'evil.example',
  'evil.example:4010',
  'EVIL.EXAMPLE',
  'evil.example.',
  'evil.example..',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.example:80:localhost',
  'evil.localtest.me',
  'local.evil.example:80',
  'eviltest.example',
  'evil.xtest',
  'evil.internal.example',
  'sub.api.example',
  'tunnel.example',
  'eviltunnel.example',
  '1.2.3.4.5',
  '[evil.example]',
];

const lines = [
  'GET /books',
  'GET /~a/books',
  'OPTIONS /books',
  'GET /_mock/health',
  'GET /nothing',
];

describe('on a loopback address', () => {
  it.each(local)('a request for the host "%s" is answered', async (host) => {
    for (const line of lines) {
      const { status } = await sendRequest(mock.url, line, [auth, `Host: ${host}`]);
      expect(status, line).not.toBe(421);
    }
  });

  it.each(foreign)('a request for the host "%s" is a 421 that names the option', async (host) => {
    for (const line of [...lines, 'POST /books', 'POST /_mock/reset', 'GET /_mock/state']) {
      const reply = await sendRequest(mock.url, line, [auth, `Host: ${host}`]);
      expect(reply.status, line).toBe(421);
      expect(reply.headers.get('Content-Type')).toBe('application/problem+json');
      expect(JSON.parse(reply.body)).toMatchObject({
        type: 'urn:problem-type:foreign-host',
        detail: expect.stringMatching(/--allow-host |such as localhost/),
      });
    }
    expect(mock.records('books')).toHaveLength(3);
  });

  it('the host in a request target counts, too', async () => {
    const statuses: Record<string, number> = {};
    for (const target of [
      'http://localhost/books',
      'http://127.0.0.1:4010/books',
      'http://elsewhere/books',
      'HTTP://API.Example/books',
      'http://evil.example/books',
      'HTTP://EVIL.example:4010/books',
      'https://user@evil.example',
      'http://localhost@evil.example/books',
      'http://evil.example?localhost',
    ]) {
      const reply = await sendRequest(mock.url, `GET ${target}`, [auth, 'Host: localhost']);
      statuses[target] = reply.status;
    }
    expect(statuses).toEqual({
      'http://localhost/books': 200,
      'http://127.0.0.1:4010/books': 200,
      'http://elsewhere/books': 200,
      'HTTP://API.Example/books': 200,
      'http://evil.example/books': 421,
      'HTTP://EVIL.example:4010/books': 421,
      'https://user@evil.example': 421,
      'http://localhost@evil.example/books': 421,
      'http://evil.example?localhost': 421,
    });
  });

  it('the host in a request target takes the place of the one in Host', async () => {
    const ask = async (target: string, host: string): Promise<number> =>
      (await sendRequest(mock.url, `GET ${target}`, [auth, `Host: ${host}`])).status;
    expect(await ask('http://elsewhere.test/_mock/clock', 'localhost')).toBe(401);
    expect(await ask('http://192.0.2.7/_mock/clock', 'localhost')).toBe(401);
    expect(await ask('http://localhost/_mock/clock', 'localhost')).toBe(200);
    expect(await ask('http://localhost/_mock/clock', 'elsewhere.test')).toBe(200);
    expect(await ask('http://elsewhere.test/~new/books', 'localhost')).toBe(404);
  });

  it.each(['LOCALHOST', '127.1'])('that is written as %s nothing else holds', async (host) => {
    const other = await openUnheard();
    const { port } = await other.listen({ host });
    const url = `http://127.0.0.1:${port}`;
    const reply = await sendRequest(url, 'GET /books', [auth, 'Host: evil.example']);
    expect(reply.status).toBe(421);
    expect((await sendRequest(url, 'GET /_mock/clock', ['Host: localhost'])).status).toBe(200);
  });

  it('a foreign host is refused after others were answered on the same connection', async () => {
    const get = (host: string, more = ''): string =>
      `GET /books HTTP/1.1\r\nHost: ${host}\r\n${auth}\r\n${more}\r\n`;
    const heard = await sendRaw(
      mock.url,
      get('localhost') + get('evil.example') + get('localhost', 'Connection: close\r\n'),
    );
    expect([...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '200',
      '421',
      '200',
    ]);
  });

  it('a request of HTTP/1.0 without a host is answered', async () => {
    const heard = await sendRaw(mock.url, `GET /books HTTP/1.0\r\n${auth}\r\n\r\n`);
    expect(heard).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('a page that was loaded under a foreign name can not make that name its own', async () => {
    const page = [
      'Host: evil.example:4010',
      'Origin: http://evil.example:4010',
      'Sec-Fetch-Site: same-origin',
    ];
    const reply = await sendRequest(mock.url, 'GET /books', [auth, ...page]);
    expect(reply.status).toBe(421);
    expect(reply.body).not.toContain('Book 1');
  });
});

it('where it is mounted in another app, every host is answered', async () => {
  const mounted = await openUnheard();
  const url = await hostApp(express().use('/api', mounted.app));
  const reply = await sendRequest(url, 'GET /api/books', [auth, 'Host: evil.example']);
  expect(reply.status).toBe(200);
});

it('what is registered on the app itself comes before', async () => {
  const listening = await openUnheard();
  listening.app.get('/extra', (_, response) => void response.end('extra'));
  const { url } = await listening.listen();
  const reply = await sendRequest(url, 'GET /extra', ['Host: evil.example']);
  expect([reply.status, reply.body]).toEqual([200, 'extra']);
  expect((await sendRequest(url, 'GET /books', [auth, 'Host: evil.example'])).status).toBe(421);
});

it.each([
  'https://api.example',
  'api.example:80',
  'api.example/',
  '*',
  '*.',
  '.example',
  'a b',
  '',
])('allowHost %j is refused', async (allowHost) => {
  await expect(createMock({ allowHost })).rejects.toThrow(
    `allowHost must be a host name such as api.example, or *.example for all names below it, without scheme, port and path; not "${allowHost}"`,
  );
});
