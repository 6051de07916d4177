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
