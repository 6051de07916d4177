import { describe, expect, it } from 'vitest';

import { openHost, statusOf, timeout } from './hostile-host.ts';

const host = openHost();
const refusal = [400, 404, 405, 406, 413, 414, 415, 417, 431, 501];
const cookie = '; '.repeat(20_000);

function head(line: string, ...headers: readonly string[]): string {
  return `${[line, 'Host: h', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;
}

function get(target: string, ...headers: readonly string[]): string {
  return head(`GET ${target} HTTP/1.1`, ...headers);
}

describe('a head that nobody should send', { timeout }, () => {
  it.each<[string, string | Buffer, readonly (number | undefined)[]]>([
    ['garbage as Accept', get('/plain', 'Accept: ,;/=q'), [200, 406]],
    ['more garbage as Accept', get('/plain', 'Accept: application/json;q=x;;;, */'), [200, 406]],
    ['an Accept of one character', get('/plain', 'Accept: /'), [200, 406]],
    ['an Accept with an open quote', get('/plain', 'Accept: text/plain;a="b'), [200, 406]],
    ['an Accept of 10 kB', get('/plain', `Accept: ${'a/b,'.repeat(2_500)}`), [200, 406]],
    ['garbage as Prefer', get('/plain', 'Prefer: =;,code=;"dynamic'), [400]],
    ['garbage that is nothing of ours as Prefer', get('/plain', 'Prefer: =;,;x=;"y'), [200]],
    ['a negative code', get('/plain', 'Prefer: code=-1'), [400]],
    ['a code beyond all', get('/plain', 'Prefer: code=99999999999999999999'), [400]],
    ['a code of the wire', get('/plain', 'Prefer: code=101'), [400]],
    ['an odd example', get('/plain', 'Prefer: example=__proto__'), [404]],
    ['a stray % in the path', get('/items/%'), [400]],
    ['a broken escape in the path', get('/items/%zz'), [400]],
    ['an escape that is no UTF-8', get('/items/%ff'), [400]],
    ['a lone surrogate', get('/items/%ED%A0%80'), [400]],
    ['a stray % on no path at all', get('/%'), [400, 404]],
    ['a stray % in the query', get('/items/a?q=%'), [400]],
    ['a stray % in the name of a parameter', get('/items/a?%=1'), [204, 400]],
    ['a stray % in a parameter that is not declared', get('/items/a?other=%zz'), [204, 400]],
    ['no UTF-8 in the query', get('/items/a?q=%ff%fe'), [400]],
    ['a stray % in a cookie', get('/items/a', 'Cookie: session=%'), [204, 400]],
    ['a broken escape in a list of a cookie', get('/items/a', 'Cookie: list=1%z,2'), [400]],
    ['a cookie of nothing', get('/items/a', 'Cookie: =;;=;session'), [204, 400]],
    ['a cookie of semicolons', get('/items/a', `Cookie: ${cookie.slice(0, 12_000)}`), [204]],
    ['the prototype as a parameter', get('/items/a?__proto__=1&constructor=2&toString=3'), [204]],
    ['the prototype in a deep object', get('/items/a?deep[__proto__][x]=1'), [204, 400]],
    [
      'the constructor in a deep object',
      get('/items/a?deep[constructor][prototype]=1'),
      [204, 400],
    ],
    ['brackets without an end', get('/items/a?deep[[[[[=1&deep]]=2&deep[]=3&[=4'), [204, 400]],
    ['broken JSON in a parameter', get('/items/a?filter=%7B'), [400]],
    ['deep JSON in a parameter', get(`/items/a?filter=${'['.repeat(5_000)}`), [400]],
    ['an absolute form', get('http://elsewhere.test/plain'), [200, 404]],
    ['an absolute form without a path', get('http://elsewhere.test'), [404]],
    ['an absolute form of another host', get('http://elsewhere.example/plain'), [421]],
    ['an absolute form that is broken', get('http://[::1/plain'), [400, 404]],
    ['an odd scheme', get('javascript:alert(1)'), [400, 404]],
    ['an asterisk', head('OPTIONS * HTTP/1.1'), [200, 204, 400, 404, 405]],
    ['an authority', head('CONNECT h:443 HTTP/1.1'), [undefined, ...refusal]],
    ['only a query', get('?a=b'), [400, 404]],
    ['two slashes', get('//plain'), [400, 404]],
    ['a way up', get('/../../etc/passwd'), [404]],
    ['an encoded way up', get('/items/..%2f..%2fetc'), [204, 400]],
    ['a NUL in the path', get('/items/%00'), [204, 400]],
    ['an encoded line break in the path', get('/items/%0d%0aX-Evil:1'), [204, 400]],
    ['an encoded line break on no path', get('/nowhere%0d%0aX-Evil:%201'), [404]],
    ['an encoded line break in the query', get('/items/a?q=%0d%0aX-Evil:1'), [204]],
    ['raw bytes in the path', Buffer.from(get('/items/\u00ff\u00fe'), 'latin1'), [204, 400]],
    ['an unknown method', head('BREW /plain HTTP/1.1'), [400, 405, 501]],
    ['a known method of others', head('PROPFIND /plain HTTP/1.1'), [405, 501]],
    ['a method of the language', head('constructor /plain HTTP/1.1'), [400, 405, 501]],
    ['TRACE', head('TRACE /plain HTTP/1.1'), [405]],
    ['a duplicate header', get('/items/a', 'X-Text: a', 'X-Text: b'), [204]],
    ['a duplicate Accept', get('/plain', 'Accept: text/plain', 'Accept: ,'), [200, 406]],
    ['two lengths', get('/plain', 'Content-Length: 1', 'Content-Length: 2'), [400]],
    ['a length that is none', get('/plain', 'Content-Length: many'), [400]],
    ['a header without a colon', get('/plain', 'nonsense'), [400]],
    ['a header of 100 kB', get('/plain', `X-Text: ${'a'.repeat(100_000)}`), [431]],
    [
      '2,000 headers',
      get('/plain', ...Array.from({ length: 2_000 }, (_, n) => `X-${n}: 1`)),
      [200, 431],
    ],
    ['a path of 12 kB', get(`/items/${'a'.repeat(12_000)}`), [400]],
    ['a path of 200 kB', get(`/items/${'a'.repeat(200_000)}`), [414, 431]],
    ['6,000 segments', get('/a'.repeat(6_000)), [404]],
    ['3,000 pairs in a query', get(`/items/a?${'q=1&'.repeat(3_000)}`), [204, 400]],
    ['3,000 items in a query', get(`/items/a?${'list=1&'.repeat(2_000)}`), [204]],
    ['100,000 pairs in a query', get(`/items/a?${'a=1&'.repeat(100_000)}`), [204, 400, 414, 431]],
    ['an odd expectation', get('/plain', 'Expect: cake'), [200, 417]],
    ['an upgrade', get('/plain', 'Connection: Upgrade', 'Upgrade: h2c'), [200]],
    ['another version', 'GET /plain HTTP/9.9\r\nHost: h\r\n\r\n', [400, 505]],
    ['no version', 'GET /plain\r\n\r\n', [200, 400]],
    ['no host', 'GET /plain HTTP/1.1\r\nConnection: close\r\n\r\n', [200, 400]],
    ['noise', Buffer.from([0, 255, 22, 3, 1, 13, 10, 13, 10]), [400]],
  ])('%s is answered, and then the next guest', async (_, bytes, statuses) => {
    const heard = await host.talk(bytes);
    await host.expectWell();
    expect(statuses, heard.slice(0, 300)).toContain(statusOf(heard));
    expect(heard).not.toMatch(/^X-Evil/im);
    expect(heard).not.toMatch(/node_modules|\.[jt]s:\d+/);
  });
});

describe('a pattern that can run away', { timeout }, () => {
  const evil = `${'a'.repeat(11_000)}!`;
  it.each<[string, string]>([
    ['in the path', get(`/runaway/${evil}`)],
    ['in the query', get(`/runaway/a?q=${evil}`)],
    ['in the query, of spaces', get(`/runaway/a?s=${'+'.repeat(11_000)}y`)],
    ['in the query, of escaped spaces', get(`/runaway/a?s=${'%20'.repeat(4_000)}y`)],
    ['in a header', get('/runaway/a', `X-Text: ${'a '.repeat(5_500)}!`)],
    ['in a cookie', get('/runaway/a', `Cookie: text=${evil}`)],
  ])('%s is refused in time', async (_, bytes) => {
    const heard = await host.talk(bytes);
    await host.expectWell();
    expect(statusOf(heard), heard.slice(0, 300)).toBe(400);
  });
});
