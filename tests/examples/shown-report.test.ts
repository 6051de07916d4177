import { expect, test } from 'vitest';

import { createTestFolder } from '../cli/temporary-folder.ts';
import { chooseExamples, findShownReport, missingLines } from './shown-report.ts';

test('chooses folders with a package.json', async () => {
  const folder = await createTestFolder({
    'big/package.json': '{ "stuntdouble-example": { "ring": "all" } }',
    'containers/compose.yaml': 'services: {}\n',
    'small/package.json': '{}',
    'shop.yaml': '',
  });

  expect(await chooseExamples(folder, undefined)).toEqual(['small']);
  expect(await chooseExamples(folder, 'all')).toEqual(['big', 'small']);
  expect(await chooseExamples(folder, 'big')).toEqual(['big']);
  await expect(chooseExamples(folder, 'containers')).rejects.toThrow('there are big, small');
});

test('finds what the README shows of a failing test', () => {
  const readme = 'See:\n\n```sh\nnpm run fail\n```\n\n```text\none\ntwo\n```\n\nMore.\n';

  expect(findShownReport(readme)).toBe('one\ntwo');
  expect(findShownReport('```sh\nnpm test\n```\n')).toBeUndefined();
});

test.for([
  ['a line', 'before\n  a line\nafter', []],
  ['took … ms', 'took 12 ms', []],
  ['took … ms', 'took\n12 ms', ['took … ms']],
  ['one\n…\nthree', 'one\ntwo\nthree', []],
  ['one\ntwo', 'two\none', ['two']],
  ['a (b)', 'a b', ['a (b)']],
] as const)('shown as %j, the output %j lacks %j', ([shown, output, missing]) => {
  expect(missingLines(shown, output)).toEqual(missing);
});
