import { expect, it } from 'vitest';

import { contractOf, openTraffic } from './secret-traffic.ts';

const contract = contractOf({
  'POST /reset/{token}': {},
  'POST /reset/request': {},
  'GET /users/{id}': {},
  'GET /users/{id}/posts': {},
  'POST /users/{token}/verify': {},
  'GET /files/{id}.{token}': {},
  'GET /files/{id}': {},
  'GET /links/{token}.html': {},
  'GET /bot{token}/send': {},
  'GET /shares/{secret}.{ext}': {},
});

it.each([
  ['percent-encoded text', 'POST', '/reset/Zq%37%2Dvalue%20more', '/reset/…'],
  ['a slash that is escaped', 'POST', '/reset/Zq7%2Fmore', '/reset/…'],
  ['a plus sign', 'POST', '/reset/Zq7+a%20b', '/reset/…'],
  ['a fixed part that is escaped', 'POST', '/re%73et/Zq7-value', '/re%73et/…'],
  ['a delimiter that is escaped', 'POST', '/reset%2FZq7-value', '/…'],
  ['a segment more', 'POST', '/reset/Zq7-value/extra', '/reset/…/extra'],
  ['a segment more, short', 'POST', '/reset/Zq7/extra', '/reset/…/extra'],
  ['a segment in front', 'POST', '/v1/reset/Zq7-value', '/v1/reset/…'],
  ['a slash too many', 'POST', '/reset//Zq7-value', '/reset//…'],
  ['a slash behind', 'POST', '/reset/Zq7-value/', '/reset/…/'],
  ['capitals', 'POST', '/Reset/Zq7-value', '/Reset/…'],
  ['another method', 'DELETE', '/reset/Zq7-value', '/reset/…'],
  ['a segment less', 'POST', '/users/Zq7-value/verified', '/users/…/verified'],
  ['two parameters in a segment', 'GET', '/files/a.Zq7', '/files/…'],
  ['two of them and more points', 'GET', '/files/a.b.Zq7', '/files/…'],
  ['two of them and a segment more', 'GET', '/files/a.Zq7/more', '/files/…/more'],
  ['an ending', 'GET', '/links/Zq7-value.html', '/links/….html'],
  ['an ending that is missing', 'GET', '/links/Zq7-value', '/links/…'],
  ['an ending and a segment more', 'GET', '/links/Zq7-value.html/a', '/links/….html/a'],
  ['a second parameter that is missing', 'GET', '/shares/Zq7-value', '/shares/…'],
  ['a name and a password', 'GET', '//bob:Zq7-value@h/x', '//…@h/x'],
  ['a text in front', 'GET', '/botZq7-value/sent', '/bot…/sent'],
  ['a text in front that is escaped', 'GET', '/b%6FtZq7-value/send', '/…/send'],
])('a path with %s: %s %s is shown as %s', async (_, method, path, shown) => {
  const { ask, show, mock, heard } = await openTraffic(contract);
  await ask(path, { method });
  expect(heard[0]?.path).toBe(shown);
  expect(mock.requests()[0]?.request.path).toBe(shown);
  for (const [where, text] of Object.entries(await show())) {
    expect(text.match(/.{0,60}(?:Zq7|Zq%37).{0,30}/)?.[0], where).toBeUndefined();
  }
});

it.each([
  ['POST', '/reset/request'],
  ['POST', '/reset/request/extra'],
  ['GET', '/users/visible'],
  ['GET', '/users/visible/posts'],
  ['GET', '/files/visible'],
  ['GET', '/visible/path'],
  ['GET', '/visible/reset'],
])('a path without a secret is shown: %s %s', async (method, path) => {
  const { ask, mock, heard } = await openTraffic(contract);
  await ask(path, { method });
  expect(heard[0]?.path).toBe(path);
  expect(mock.requests()[0]?.request.path).toBe(path);
});

const leading = contractOf(
  { 'GET /{apiKey}/x': {}, 'GET /things/{id}': {}, 'GET /health': {} },
  { servers: [{ url: '/api' }] },
);

it.each([
  ['/Zq7/x', '/…/x'],
  ['/Zq7/y', '/…/y'],
  ['/Zq7/x/more', '/…/x/more'],
  ['/Zq7', '/…'],
  ['/api/Zq7/x', '/api/…/x'],
  ['/api/Zq7/y', '/api/…/y'],
  ['/~a/Zq7/x', '/~a/…/x'],
  ['/things/visible', '/things/visible'],
  ['/things/visible/more', '/things/visible/more'],
  ['/api/health/visible', '/api/health/visible'],
])('where a path begins with a secret, %s is shown as %s', async (path, shown) => {
  const { ask, mock, heard, show } = await openTraffic(leading);
  await ask(path);
  expect(heard[0]?.path).toBe(shown);
  expect(mock.requests()[0]?.request.path).toBe(shown);
  expect(Object.values(await show()).join('\n')).not.toContain('Zq7');
});
