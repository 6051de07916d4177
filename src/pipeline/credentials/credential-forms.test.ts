import { describe, expect, it } from 'vitest';

import type { Carrier } from '../../contract/security.ts';
import { createBook } from '../../store/credentials/book.ts';
import { findBookFault, findFormFault, findKnown, spellCredential } from './credential-forms.ts';

const bearer: Carrier = { kind: 'authorization', scheme: 'bearer' };
const basic: Carrier = { kind: 'authorization', scheme: 'basic' };
const digest: Carrier = { kind: 'authorization', scheme: 'digest' };
const other: Carrier = { kind: 'authorization', scheme: 'hoba' };
const cookie: Carrier = { kind: 'cookie', name: 'sid' };
const header: Carrier = { kind: 'header', name: 'X-Key', field: 'x-key' };

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('the form of a credential', () => {
  it.each<[Carrier, string, RegExp | undefined]>([
    [bearer, 'abc', undefined],
    [bearer, 'aZ09-._~+/==', undefined],
    [bearer, 'a b', /no token/],
    [bearer, 'a=b', /no token/],
    [bearer, '=', /no token/],
    [bearer, '"abc"', /no token/],
    [bearer, 'é', /no token/],
    [basic, base64('user:password'), undefined],
    [basic, base64('user:a:b'), undefined],
    [basic, base64(':'), undefined],
    [basic, base64('üser:pässword'), undefined],
    [basic, base64('user:password').replaceAll('=', ''), undefined],
    [basic, base64('user'), /Base64 of a name, a colon and a password/],
    [basic, 'user:password', /Base64/],
    [basic, 'dXNlcjp= wYXNz', /Base64/],
    [basic, '====', /Base64/],
    [digest, 'username="u", realm="r", nonce="n", uri="/", response="0"', undefined],
    [digest, 'USERNAME=u,realm=r ,nonce=n,response=0', undefined],
    [digest, 'username="a \\" b", realm="r", nonce="n", response="0"', undefined],
    [digest, 'username="u", realm="r"', /lacks nonce, response/],
    [digest, 'username, realm, nonce, response', /lacks username, realm, nonce, response/],
    [digest, 'dTpw', /lacks username/],
    [digest, ' '.repeat(60_000), /lacks username/],
    [digest, 'a'.repeat(60_000), /lacks username/],
    [digest, '"'.repeat(60_000), /lacks username/],
    [other, 'anything at all', undefined],
    [cookie, 'anything at all', undefined],
    [header, 'Bearer x', undefined],
  ])('%j: %.80j', (carrier, value, fault) => {
    const found = findFormFault(carrier, value);
    if (fault) expect(found).toMatch(fault);
    else expect(found).toBeUndefined();
  });
});

describe('the value in a book', () => {
  const query: Carrier = { kind: 'query', name: 'key' };

  it.each<[Carrier, string, RegExp | undefined]>([
    [header, 'any "text", é and\ta tab', undefined],
    [header, 'a\nb', /no header can hold, at position 1/],
    [header, 'a\u007Fb', /no header can hold, at position 1/],
    [header, 'abc\u0416', /no header can hold, at position 3/],
    [header, ' a', /white space/],
    [header, 'a\u00A0', /white space/],
    [bearer, 'has space', undefined],
    [bearer, 'a\nb', /no header can hold/],
    [other, 'id="a b", mac="é"', undefined],
    [other, 'id="a" ', /white space/],
    [basic, 'user:password', undefined],
    [basic, ':', undefined],
    [basic, 'üser:\n\u0416', undefined],
    [basic, base64('user:password'), undefined],
    [basic, 'nocolon', /must be a name, a colon and a password/],
    [basic, base64('nocolon'), /must be a name, a colon and a password/],
    [basic, 'a:\uD800', /surrogate/],
    [digest, 'user', undefined],
    [digest, 'user:\u0416', undefined],
    [digest, '\u0416:password', /no header can hold, at position 0/],
    [query, ' a\n\u0416&= ', undefined],
    [query, '\uDC00', /surrogate/],
    [cookie, ' a\n\u0416;= ', undefined],
    [cookie, '\uD83D\uDE00', undefined],
    [cookie, '\uD83D', /surrogate/],
    [{ kind: 'connection' }, '\uD83D', undefined],
  ])('%j: %j', (carrier, value, fault) => {
    const found = findBookFault(carrier, value);
    if (fault) expect(found).toMatch(fault);
    else expect(found).toBeUndefined();
  });

  it.each<[Carrier, string, string, boolean]>([
    [basic, 'user:password', base64('user:password'), true],
    [basic, 'user:password', 'user:Password', false],
    [cookie, 'a b', 'a%20b', true],
    [cookie, '%zz', '%zz', true],
    [header, 'a b', 'a%20b', false],
    [bearer, 'user:password', base64('user:password'), false],
  ])('%j: %j and %j are one: %s', (carrier, one, another, isOne) => {
    expect(spellCredential(carrier, one) === spellCredential(carrier, another)).toBe(isOne);
  });
});

describe('the entry of a book', () => {
  function known(carrier: Carrier, kept: string, sent: string): boolean {
    const entry = { name: 'it', scopes: [], expiresAt: undefined, only: new Map() };
    const book = createBook([
      { ...entry, scheme: 'else', value: sent },
      { ...entry, scheme: 'own', value: kept },
    ]);
    const found = findKnown(book, { name: 'own', carrier }, sent, 'GET');
    expect(found?.scheme ?? 'own').toBe('own');
    return found !== undefined;
  }

  // The example of RFC 7616, section 3.9.1.
  const example = [
    'username="Mufasa"',
    'realm="http-auth@example.org"',
    'uri="/dir/index.html"',
    'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"',
    'nc=00000001',
    'cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"',
    'qop=auth',
    'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
  ].join(', ');
  const md5 = `${example}, response="8ca523f5e9506fed4657c9700eebdbec", algorithm=MD5`;
  const sha256 = `${example}, response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1", algorithm=SHA-256`;

  it.each<[Carrier, string, string, boolean]>([
    [bearer, 'k', 'k', true],
    [bearer, 'k', 'K', false],
    [header, 'a b', 'a b', true],
    [cookie, 'a+b=', 'a+b=', true],
    [cookie, 'a+b=', 'a%2Bb%3D', true],
    [cookie, '%zz', '%zz', true],
    [cookie, 'x', '%zz', false],
    [basic, 'user:password', base64('user:password'), true],
    [basic, 'user:password', base64('user:password').replaceAll('=', ''), true],
    [basic, base64('user:password'), base64('user:password'), true],
    [basic, base64('user:password'), base64('user:password').replaceAll('=', ''), true],
    [basic, 'üser:pässword', base64('üser:pässword'), true],
    [basic, 'user:password', 'user:password', false],
    [basic, 'user:password', base64('user:Password'), false],
    [basic, 'dTpw', 'dTpw', true],
    [digest, 'Mufasa:Circle of Life', md5, true],
    [digest, 'Mufasa:Circle of Life', sha256, true],
    [digest, 'Mufasa:Circle of Lies', sha256, false],
    [digest, 'Simba:Circle of Life', sha256, false],
    [digest, 'Mufasa', sha256, true],
    [digest, 'Mufasa:Circle of Life', sha256.replace('SHA-256', 'WEAK'), false],
    [digest, 'Mufasa:Circle of Life', 'username="Mufasa"', false],
    [digest, 'Mufasa', 'username="Mufasa"', false],
  ])('%j kept as %j: %.60j is known: %s', (carrier, kept, sent, isKnown) => {
    expect(known(carrier, kept, sent)).toBe(isKnown);
  });

  it('of a digest belongs to the method that it was worked out for', () => {
    const kept = { name: 'it', scheme: 'own', value: 'Mufasa:Circle of Life', scopes: [] };
    const book = createBook([{ ...kept, expiresAt: undefined, only: new Map() }]);
    expect(findKnown(book, { name: 'own', carrier: digest }, md5, 'GET')).toBeDefined();
    expect(findKnown(book, { name: 'own', carrier: digest }, md5, 'PUT')).toBeUndefined();
  });
});
