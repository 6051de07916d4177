import { deflateSync, gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { openHost, statusOf, timeout } from './hostile-host.ts';

const host = openHost();
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=b';
const xml = 'application/xml';
const field = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';

function post(type: string, body: string | Uint8Array, ...headers: readonly string[]): Buffer {
  const lines = [
    'POST /bodies HTTP/1.1',
    'Host: h',
    'Connection: close',
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

function nest(open: string, inner: string, close: string, depth: number): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

function filter(depth: number, inner: string): string {
  return nest('{"op":"and","of":[', inner, ']}', depth);
}

const entities = `<!DOCTYPE a [<!ENTITY a0 "ha">${Array.from(
  { length: 30 },
  (_, n) => `<!ENTITY a${n + 1} "&a${n};&a${n};">`,
).join('')}]><a>&a30;</a>`;
const outside = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><root><a>&x;</a></root>';
const zeros = Buffer.alloc(50_000_000);
const refused = [400, 413, 415, 422];

describe('a body that nobody should send', { timeout }, () => {
  it.each<[string, Buffer, readonly (number | undefined)[]]>([
    ['deep JSON', post(json, nest('[', '', ']', 200_000)), [400]],
    [
      'deep JSON that the schema goes into',
      post(json, nest('{"nested":', '{}', '}', 50_000)),
      [204, 400],
    ],
    ['deep JSON without an end', post(json, '['.repeat(900_000)), [400]],
    ['a deep filter', post(json, `{"filter":${filter(200, '{"is":"a"}')}}`), [204]],
    ['a deep filter that is none', post(json, `{"filter":${filter(200, '{}')}}`), [400]],
    [
      'a wide filter that is none',
      post(json, `{"filter":${filter(20, Array.from({ length: 9000 }, () => '{}').join())}}`),
      [400],
    ],
    ['the prototype', post(json, '{"__proto__":{"isAdmin":true},"constructor":1}'), [204]],
    ['the prototype, deep', post(json, '{"nested":{"__proto__":{"nested":1}}}'), [204, 400]],
    ['a member 100,000 times', post(json, `{${'"a":1,'.repeat(99_999)}"a":1}`), [204]],
    [
      '60,000 members',
      post(json, `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join()}}`),
      [204],
    ],
    [
      'a number beyond all',
      post(json, '{"x":1e400,"y":-0,"z":123456789012345678901234567890}'),
      [204, 400],
    ],
    ['lone surrogates', post(json, '{"a":"\\ud800"}'), [400]],
    ['no UTF-8', post(json, Buffer.from([0x22, 0xc3, 0x28, 0x22])), [400]],
    ['NULs', post(json, '\0\0\0'), [400]],
    [
      'a text that makes a pattern run away',
      post(json, JSON.stringify({ text: `${'a'.repeat(100_000)}!` })),
      [400],
    ],
    ['one of spaces', post(json, JSON.stringify({ space: `${' '.repeat(100_000)}y` })), [400]],
    ['a name that does', post(json, JSON.stringify({ [`${'b'.repeat(100_000)}!`]: 'x' })), [204]],
    [
      'a text that makes a format run away',
      post(json, JSON.stringify({ uri: `a://${'a.'.repeat(100_000)}` })),
      [204, 400],
    ],
    ['another', post(json, JSON.stringify({ mail: `${'a.'.repeat(100_000)}@` })), [400]],
    [
      'many that have to be unique',
      post(json, JSON.stringify({ unique: Array.from({ length: 20_000 }, (_, n) => ({ n })) })),
      [204, 400],
    ],
    ['a text/plain that does', post('text/plain', `${'a'.repeat(100_000)}!`), [400]],
    ['100,000 pairs', post(form, 'a=1&'.repeat(100_000)), [204, 400, 413]],
    [
      '100,000 names',
      post(form, Array.from({ length: 100_000 }, (_, n) => `k${n}=`).join('&')),
      [204, 400, 413],
    ],
    ['only ampersands', post(form, '&'.repeat(500_000)), [204, 400, 413]],
    ['broken escapes in a form', post(form, 'a=%&b=%zz&%=%ff'), [400]],
    [
      'the prototype in a form',
      post(form, '__proto__[x]=1&constructor[prototype]=1&toString=1'),
      [204],
    ],
    ['the prototype, at odds with itself', post(form, '__proto__=1&__proto__[x]=1'), [400]],
    ['a zip bomb', post(json, gzipSync(zeros), 'Content-Encoding: gzip'), [413, 415]],
    [
      'a zip bomb by another name',
      post(json, deflateSync(zeros), 'Content-Encoding: deflate'),
      [413, 415],
    ],
    [
      'a zip in zips',
      post(json, gzipSync(gzipSync(zeros)), 'Content-Encoding: gzip, gzip'),
      [413, 415],
    ],
    ['no zip', post(json, '{}', 'Content-Encoding: gzip'), [400, 415]],
    ['an encoding that nobody knows', post(json, '{}', 'Content-Encoding: rot13'), [415]],
    ['a multipart of nothing', post(multipart, ''), [400]],
    ['a multipart without an end', post(multipart, field), [400]],
    [
      'a multipart that stops in a head',
      post(multipart, '--b\r\nContent-Disposition: form-'),
      [400],
    ],
    ['a multipart without a boundary', post('multipart/form-data', field), [400, 415]],
    ['a multipart of another boundary', post(multipart, field.replace('--b', '--c')), [400]],
    ['a part without a name', post(multipart, '--b\r\n\r\nx\r\n--b--\r\n'), [204, 400]],
    [
      'a part with the prototype as its name',
      post(multipart, `${field.replace('"a"', '"__proto__"')}--b--\r\n`),
      [204],
    ],
    ['20,000 parts', post(multipart, `${field.repeat(10_000)}--b--\r\n`), [204, 400, 413]],
    [
      'a part with a head of 100 kB',
      post(multipart, `--b\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\nx\r\n--b--\r\n`),
      [204, 400, 413],
    ],
    [
      'a file name that leads up',
      post(
        multipart,
        '--b\r\nContent-Disposition: form-data; name="file"; filename="../../x\\0.sh"\r\n\r\nx\r\n--b--\r\n',
      ),
      [204, 400],
    ],
    [
      'a file of 20 MB',
      post(
        multipart,
        Buffer.concat([
          Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'),
          Buffer.alloc(20_000_000),
          Buffer.from('\r\n--b--\r\n'),
        ]),
      ),
      [undefined, 413],
    ],
    [
      'a boundary of brackets',
      post('multipart/form-data; boundary="(a+)+$"', '--(a+)+$\r\n'),
      [400],
    ],
    ['XML that refers to itself', post(xml, entities), refused],
    ['XML that looks outside', post(xml, outside), [...refused, 204]],
    ['deep XML', post(xml, nest('<a>', '', '</a>', 50_000)), [204, 400]],
    ['XML without an end', post(xml, '<a>'.repeat(100_000)), [400]],
    [
      'XML with the prototype',
      post(xml, '<root><__proto__><x>1</x></__proto__></root>'),
      [204, 400],
    ],
    ['too much of it', post(json, `"${'a'.repeat(3_000_000)}"`), [undefined, 413]],
    ['a type of 10 kB', post(`application/${'a'.repeat(10_000)}`, '{}'), [415]],
    ['a type with an open quote', post('application/json; charset="', '{}'), [204, 415]],
    ['a garbage type', post(';/=,', '{}'), [415]],
    ['a body that is shorter than it says', post(json, '{"a":1}').subarray(0, -3), [408]],
    [
      'a body that is longer than it says',
      // Whether the platform sees the rest before we have answered is its own affair.
      Buffer.concat([post(json, '{}'), Buffer.from('extra')]),
      [204, 400],
    ],
    [
      'a chunk that is none',
      Buffer.from(
        `POST /bodies HTTP/1.1\r\nHost: h\r\nContent-Type: ${json}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      ),
      [400],
    ],
    [
      'length and chunks at once',
      Buffer.from(
        `POST /bodies HTTP/1.1\r\nHost: h\r\nContent-Type: ${json}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      ),
      [400],
    ],
  ])('%s is answered, and then the next guest', async (_, bytes, statuses) => {
    const heard = await host.talk(bytes);
    await host.expectWell();
    expect(statuses, heard.slice(0, 300)).toContain(statusOf(heard));
    expect(heard).not.toMatch(/node_modules|\.[jt]s:\d+|root:x:/);
  });

  it('leaves the language as it was', () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('isAdmin' in {}).toBe(false);
  });
});

describe('guests that leave in the middle', { timeout }, () => {
  it('do not keep the others waiting', async () => {
    const half = post(json, '{"a":1}').subarray(0, -3);
    const talks = Array.from({ length: 50 }, () => host.talk(half));
    await host.expectWell();
    await Promise.all(talks);
    await host.expectWell();
  });
});
