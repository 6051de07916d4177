import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { memberRules } from '../../src/contract/plan/lists/conventions/conventions.ts';

const page = readFileSync(
  join(import.meta.dirname, '..', '..', 'docs', 'correcting-the-plan.md'),
  'utf8',
);

test('docs/correcting-the-plan.md lists what a member of an envelope can mean', () => {
  const [, sentence = ''] = /^The members of an envelope can mean ([^]*?)\.$/m.exec(page) ?? [];
  const words = [...sentence.matchAll(/`([^`]+)`/g)].map(([, word]) => word);
  expect(words).toEqual([...memberRules.keys()]);
});
