import { expect, it } from 'vitest';

import { findSecrets } from '../redaction/found/secrets.ts';
import type { Redacted } from '../redaction/redactor.ts';
import { createRedactor } from '../redaction/redactor.ts';
import { createViolationLog } from './violations.ts';

function redacted(text: string): Redacted {
  const nothing = { path: '', query: '', headers: {}, world: undefined };
  return createRedactor(nothing, findSecrets({ schemes: [] })).text(text);
}

it('keeps so many different things, and counts what comes beyond them', () => {
  const { unmatched } = createViolationLog();
  const far = { method: 'GET', path: redacted(`/${'x'.repeat(1000)}`) };
  unmatched.add(far);
  for (let at = 0; at < 1010; at += 1)
    unmatched.add({ method: 'GET', path: redacted(`/none/${at}`) });
  unmatched.add(far);
  const { listed, more } = unmatched.list();
  expect(listed).toHaveLength(1000);
  expect(more).toBe(11);
  expect(listed[0]).toEqual({ method: 'GET', path: `/${'x'.repeat(298)}…`, count: 2 });
});

it('tells apart what differs in place and rule, and keeps what the first was told', () => {
  const { violations } = createViolationLog();
  const pointer = redacted('/x');
  const message = redacted('first');
  const one = { operation: 'a', in: 'body', pointer, keyword: 'type', message };
  for (const other of [one, { ...one, message: redacted('second') }, { ...one, keyword: 'enum' }]) {
    violations.add(other);
  }
  expect(violations.list()).toEqual({
    listed: [
      { ...one, count: 2 },
      { ...one, keyword: 'enum', count: 1 },
    ],
    more: 0,
  });
});

it.each([
  ['the limit of a text cuts a character in half', `/${'x'.repeat(297)}😀${'x'.repeat(9)}`],
  ['a client sent half of a character', '/a\ud83d/b'],
])('counts one thing once, also where %s', (_, path) => {
  const { unmatched } = createViolationLog();
  for (let times = 0; times < 3; times += 1) unmatched.add({ method: 'GET', path: redacted(path) });
  const { listed } = unmatched.list();
  expect(listed.map(({ count }) => count)).toEqual([3]);
  expect(listed[0]?.path.isWellFormed()).toBe(true);
});
