import { connect } from 'node:net';

import { beforeAll, describe, expect, it } from 'vitest';

import { sendDeafly } from '../../contract/deaf-client.ts';
import type { Replica } from './fleet.test-kit.ts';
import { openFleet } from './fleet.test-kit.ts';
import { findOwner, findStandbys, itemsContract, newItem } from './items.test-kit.ts';
import { hasRedis } from './redis.ts';

const json = ['Content-Type: application/json'];

const large = `{"fill": "${'x'.repeat(1_600_000)}"}`;

/** Each is told to the owner and to a standby, byte by byte. */
const requests: Readonly<Record<string, string>> = {
  'a read': write('GET /items'),
  'a read in a world': write('GET /~a/items'),
  'a record that is not there': write('GET /items/none'),
  'a HEAD': write('HEAD /items'),
  'a preflight': write('OPTIONS /items', [
    'Origin: http://localhost:3000',
    'Access-Control-Request-Method: POST',
  ]),
  'a page of another origin': write('GET /items', ['Origin: https://evil.example']),
  'an unknown path': write('GET /nothing'),
  'a method that is not allowed': write('PATCH /items'),
  'a body that is no JSON': write('POST /items', json, '{"token": '),
  'a body that breaks the contract': write('POST /items', json, '{"token": 1}'),
  'a body in chunks': `${head('POST /items', [...json, 'Transfer-Encoding: chunked'])}5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n`,
  'a body that the server is to ask for': write(
    'POST /items',
    [...json, 'Expect: 100-continue'],
    '{"token": 1}',
  ),
  'a body that is too large': head('POST /items', [...json, 'Content-Length: 999999999999']),
  'a large body that is refused for its size': write('POST /items', json, large),
  'a large body for an unknown path': write('POST /nothing', json, large),
  'a large body for a method that is not allowed': write('PATCH /items', json, large),
  'a large body of another type': write('POST /items', ['Content-Type: text/plain'], large),
  'a type that is not declared': write('POST /items', ['Content-Type: text/plain'], 'text'),
  'a reply that is not acceptable': write('GET /items', ['Accept: image/png']),
  'a foreign host': 'GET /items HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  'no host': 'GET /items HTTP/1.1\r\nConnection: close\r\n\r\n',
  'two hosts': write('GET /items', ['Host: other']),
  'HTTP/1.0': 'GET /items HTTP/1.0\r\nHost: localhost\r\n\r\n',
  'an absolute target': write('GET http://localhost/items'),
  'a target that is no path': write('GET items'),
  'escapes in a path': write('GET /items/a%2Fb%20c?x=%41&x=b'),
  'escapes that are none': write('GET /items/%zz'),
  'no request at all': 'HELLO\r\n\r\n',
  'two requests on one connection':
    'GET /items HTTP/1.1\r\nHost: localhost\r\n\r\n' + write('GET /items/none'),
  'headers that come twice': write('GET /items', [
    'X-Own: a',
    'x-own: b',
    'Cookie: a=1',
    'Cookie: b=2',
  ]),
  'a header that is too large': write('GET /items', [`X-Own: ${'x'.repeat(20_000)}`]),
  'a client far away': write('GET /_mock/state', ['X-Forwarded-For: 203.0.113.7']),
  'a fault that a client far away asks for': write('GET /items', [
    'X-Forwarded-For: 203.0.113.7',
    'X-Stuntdouble-Fault: status=503',
  ]),
  'the control API': write('GET /_mock/collections'),
  'a page of the console': write('GET /_mock/', ['Accept: text/html']),
  'the front page': write('GET /', ['Accept: text/html']),
  'the contract': write('GET /openapi.json'),
  'a fault: reset': faulty('reset'),
  'a fault: truncate': faulty('truncate'),
  'a fault: truncate=5': faulty('truncate=5'),
  'a fault: truncate=0': faulty('truncate=0'),
  'a fault: latency': faulty('latency=300ms'),
  'a fault: rate': faulty('rate=1000'),
  'a fault: rate and truncate': faulty('rate=100, truncate=20'),
  'a fault that can not be read': faulty('nonsense'),
  'a reset after another request':
    'GET /items HTTP/1.1\r\nHost: localhost\r\n\r\n' + faulty('latency=100ms, reset'),
};

describe.skipIf(!hasRedis)('a standby answers as the owner does', () => {
  let owner: Replica | undefined;
  let standby: Replica | undefined;

  beforeAll(async () => {
    const fleet = await openFleet({ count: 2, arguments: [itemsContract, '--ignore-examples'] });
    owner = await findOwner(fleet);
    [standby] = await findStandbys(fleet);
    return () => fleet.close();
  });

  it.each(Object.entries(requests))('%s', async (_, bytes) => {
    const expected = await hear(owner, bytes);
    expect(expected.heard + expected.code).not.toBe('');
    expect(await hear(standby, bytes)).toEqual(expected);
  });

  it('chunks that are none, by itself: it can not pass on what is no HTTP', async () => {
    const bytes = `${head('POST /items', [...json, 'Transfer-Encoding: chunked'])}zz\r\n`;
    const expected = await hear(owner, bytes);
    const heard = expected.heard.replaceAll(/^(Vary|X-Stuntdouble-Undeclared): .*\r\n/gm, '');
    expect(heard).toContain('400 Bad Request');
    expect(await hear(standby, bytes)).toEqual({ ...expected, heard });
  });

  it.each([
    ['404', 'POST', '/nothing'],
    ['405', 'PUT', '/items'],
    ['413', 'POST', '/items'],
  ])('%s reaches a client that reads nothing before it has sent all', async (_, method, path) => {
    const headers = { 'content-type': 'application/json' };
    const answer = async ({ url }: Replica): Promise<unknown> => {
      const { status, body } = await sendDeafly(url, { method, path, headers, body: large });
      return { status, body };
    };
    if (!owner || !standby) throw new Error('there are two');
    const expected = await answer(owner);
    // It depends on which packet comes first.
    for (let round = 0; round < 5; round += 1) expect(await answer(standby)).toEqual(expected);
  });

  it('changes on one connection are done in their order', async () => {
    const made = await hear(
      owner,
      write('POST /items', json, JSON.stringify(newItem('pipelined'))),
    );
    const [, key = ''] = /"id":"([^"]+)"/.exec(made.heard) ?? [];
    const counts = Array.from({ length: 30 }, (_, index) => index + 1);
    const changes = counts.map((count) => {
      const body = JSON.stringify({ count });
      const lines = [`PATCH /items/${key} HTTP/1.1`, 'Host: localhost', ...json];
      return `${lines.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    });
    // Which of two is done first is a matter of luck where nothing keeps their order.
    for (const replica of [owner, standby, standby, standby, standby, standby]) {
      const { heard } = await hear(replica, changes.join('') + write(`GET /items/${key}`));
      const shown = [...heard.matchAll(/"count":(\d+)/g)].map(([, count]) => Number(count));
      expect(shown, replica === owner ? 'the owner' : 'the standby').toEqual([...counts, 30]);
    }
  });

  it('a fault: hang, for as long as the client waits', async () => {
    for (const replica of [owner, standby]) {
      expect(await hear(replica, faulty('hang'), 700)).toEqual({ heard: '', code: 'late' });
    }
  });
});

function head(line: string, headers: readonly string[] = []): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join(
    '\r\n',
  );
}

function write(line: string, headers: readonly string[] = [], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return head(line, [...headers, ...length]) + body;
}

function faulty(fault: string): string {
  return write('GET /items', [`X-Stuntdouble-Fault: ${fault}`]);
}

interface Heard {
  readonly heard: string;
  /** How the connection ended: `end`, the code of an error, or `late`. */
  readonly code: string;
}

/** What comes back until the other side ends it. */
function hear(replica: Replica | undefined, bytes: string, patience = 10_000): Promise<Heard> {
  return new Promise((resolve) => {
    const socket = connect(replica?.port ?? 0, '127.0.0.1', () => socket.write(bytes));
    let heard = '';
    let code = '';
    const late = setTimeout(() => {
      code = 'late';
      socket.destroy();
    }, patience);
    socket.setEncoding('latin1').on('data', (text: string) => (heard += text));
    socket.on('end', () => (code ||= 'end'));
    socket.on('error', (error: NodeJS.ErrnoException) => (code = error.code ?? error.message));
    socket.on('close', () => {
      clearTimeout(late);
      resolve({ heard: heard.replaceAll(/^Date: .*$/gm, 'Date: …'), code });
    });
  });
}
