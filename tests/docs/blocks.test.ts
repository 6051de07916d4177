import { describe, expect, it } from 'vitest';

import { isAsShown, readBlocks, toScript } from './blocks.ts';

describe('the blocks of a page', () => {
  it('are read with language, file and place', () => {
    const page =
      'a\n```sh\nls\n```\n\n```text\nx\n```\nb\n  ```yaml\n  # a.yaml\n  a: 1\n  ```\n```json b.json\n{}\n```';
    expect(readBlocks(page)).toEqual([
      { language: 'sh', file: undefined, text: 'ls', line: 3, isFollowing: false },
      { language: 'text', file: undefined, text: 'x', line: 7, isFollowing: true },
      { language: 'yaml', file: 'a.yaml', text: '# a.yaml\na: 1', line: 11, isFollowing: false },
      { language: 'json', file: 'b.json', text: '{}', line: 15, isFollowing: true },
    ]);
  });

  it('must end', () => {
    expect(() => readBlocks('```sh\nls')).toThrow('the block in line 2 has no end');
  });
});

it.each([
  ['curl a # 404, for it is gone', "EXPECT='404' curl a # 404, for it is gone"],
  ['curl -X POST \\\n  a # → 201', "EXPECT='201' curl -X POST \\\n  a # → 201"],
  ['curl a # no reply', "EXPECT='no reply' curl a # no reply"],
  ['curl a # the order', 'curl a # the order'],
])('%s says which status must come', (text, script) => {
  expect(toScript(text)).toBe(`set -eo pipefail\n${script}\n`);
});

it('the end of a line says the exit code', () => {
  expect(toScript('x y # exit code 3')).toContain('x y || code=$?; [ "$code" = 3 ]');
});

it.each<[shown: string, real: string, language: string, isSame: boolean]>([
  ['a … c', 'a b c\n', 'text', true],
  ['a\n…\nc', 'a\nb\nb\nc', 'text', true],
  ['a.c', 'abc', 'text', false],
  ['a', 'a b', 'text', false],
  ['{ "a": 1, … }', '{"a":1,"b":[2]}', 'json', true],
  ['{ "a": 1 }', '{"a":2}', 'json', false],
])('%j beside %j', (shown, real, language, isSame) => {
  expect(isAsShown(shown, real, language)).toBe(isSame);
});
