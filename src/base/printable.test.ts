import { expect, it } from 'vitest';

import { printable, printableJson, printableLines, printableXml } from './printable.ts';

it.each([
  ['a plain text: 100 % #1 [x] a::b', 'a plain text: 100 % #1 [x] a::b'],
  ['', ''],
  ['a\n::b', String.raw`a\u{a}::b`],
  ['::b', String.raw`\u{3a}:b`],
  ['  ::b::c', String.raw`  \u{3a}:b::c`],
  ['\u00a0::b', '\u00a0\\u{3a}:b'],
  [':b', ':b'],
  ['##[b] ##vso[b] ###[b]', String.raw`#\u{23}[b] #\u{23}vso[b] ##\u{23}[b]`],
  ['## b [c]', '## b [c]'],
  ['\u0085\u202e\u2028\ud800', String.raw`\u{85}\u{202e}\u{2028}\u{d800}`],
  ['\u{e0001}', String.raw`\u{e0001}`],
])('%j is printed as %j', (text, expected) => {
  expect(printable(text)).toBe(expected);
});

it('of several lines only the first starts one', () => {
  expect(printableLines('a\nb\n\u001b')).toBe('a\n  b\n  \\u{1b}');
});

it('JSON is printed as JSON that says the same', () => {
  const value = { 'a\u202e': ['::b', '##[b]', '\u0085\u2028\n\u{e0001}\ud800'] };
  const text = printableJson(value, 1);
  expect(text).toBe(
    String.raw`{
 "a\u202e": [
  "::b",
  "#\u0023[b]",
  "\u0085\u2028\n\udb40\udc01\ud800"
 ]
}`,
  );
  expect(JSON.parse(text)).toEqual(value);
});

it('XML is printed as XML that says the same', () => {
  expect(printableXml('&lt;a\u202e\n##[b] \u{e0001}')).toBe('&lt;a&#8238;&#10;#&#35;[b] &#917505;');
});
