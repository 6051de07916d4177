import { expect, it } from 'vitest';

import { isServedAt, readAllowedOrigins, readOrigin } from './origins.ts';

it.each([
  ['http://localhost:5173', { scheme: 'http', host: 'localhost', port: '5173' }],
  ['HTTPS://App.Example.', { scheme: 'https', host: 'app.example', port: '' }],
  ['http://a:80', { scheme: 'http', host: 'a', port: '' }],
  ['https://a:443', { scheme: 'https', host: 'a', port: '' }],
  ['https://a:80', { scheme: 'https', host: 'a', port: '80' }],
  ['http://[::1]:80', { scheme: 'http', host: '::1', port: '' }],
  ['app://', { scheme: 'app', host: '', port: '' }],
  ['capacitor://localhost', { scheme: 'capacitor', host: 'localhost', port: '' }],
])('%s is an origin', (text, origin) => {
  expect(readOrigin(text)).toEqual(origin);
});

it.each([
  'null',
  '',
  'a',
  'a.example',
  '//a',
  'http:a',
  'http://',
  'http://.a',
  'http://a..b',
  'http://a/',
  'http://a?b',
  'http://a#b',
  'http://a@b',
  'http://a:b',
  'http://a:123456',
  'http://a b',
  ' http://a',
  'http://a, http://b',
  'http://[::1',
  'http://[a.example]',
  'http://a\\b',
  '1a://b',
  `http://${'a'.repeat(256)}`,
])('"%s" is no origin', (text) => {
  expect(readOrigin(text)).toBeUndefined();
});

it('reads the longest headers without a second look', () => {
  for (const part of ['a', '.', '-', '~', 'a.', ':', '[', 'http://']) {
    expect(readOrigin(`http://${part.repeat(16_000)}`)).toBeUndefined();
    expect(readOrigin(`${part.repeat(16_000)}://a`)).toBeUndefined();
  }
});

it.each([
  ['http://a', 'a', true],
  ['http://a', 'a:80', true],
  ['https://a', 'a', true],
  ['https://a', 'a:443', true],
  ['https://a', 'a:80', false],
  ['http://a:8080', 'a:8080', true],
  ['http://a:8080', 'a', false],
  ['http://[::1]:8080', '[::1]:8080', true],
  ['http://[::1]', '[::1]', true],
  ['app://a', 'a', false],
  ['http://a', '', false],
])('%s is served at "%s": %s', (text, authority, is) => {
  const origin = readOrigin(text);
  expect(origin && isServedAt(origin, authority)).toBe(is);
});

it('an app is allowed by its name', () => {
  const { includes, hasAny, hasNull } = readAllowedOrigins(['app://a', 'null']);
  const found = ['app://a', 'app://b'].map((text) => includes(readOrigin(text) ?? Object()));
  expect([found, hasAny, hasNull]).toEqual([[true, false], false, true]);
});
