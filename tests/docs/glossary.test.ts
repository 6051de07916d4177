import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

it('docs/glossary.md has at most 40 words, in order', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'glossary.md'), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| (?!word)[a-z]/.test(line));
  const words = rows.map((line) => line.split('|')[1]?.trim() ?? '');
  expect(words.length).toBeGreaterThan(30);
  expect(words.length).toBeLessThanOrEqual(40);
  expect(words).toEqual(words.toSorted());
});
