import { expect, it } from 'vitest';

import { openAgent } from './open-agent.ts';

const operation = 'getBook';

it.each<[string, Record<string, unknown>, string]>([
  ['reset_world', { wrold: 'a' }, '/wrold: is not known here: did you mean "world"?'],
  ['list_scenarios', { world: 'a' }, '/world: is not known here: there is none'],
  ['read_record', { collection: 'books' }, '/key: is required, but missing'],
  ['set_override', { operation, repl: {} }, '/repl: is not known here: did you mean "reply"?'],
  [
    'set_override',
    { operation, reply: { statu: 404 } },
    '/reply/statu: is not known here: did you mean "status"?',
  ],
  ['set_override', { operation, fault: { hang: 'yes' } }, '/fault/hang: must be a boolean'],
  [
    'set_override',
    { operation, match: { query: { a: { matchs: 'x' } } } },
    '/match/query/a/matchs: is not known here: did you mean "matches"?',
  ],
  [
    'list_requests',
    { verdict: 'servd' },
    '/verdict: must be one of "served", "refused", "breach", "unmatched": did you mean "served"?',
  ],
  ['list_requests', { limit: 100_000 }, '/limit: must be <= 10000'],
  ['show_request', { id: 'lst' }, '/id: must be one of "last", an integer: did you mean "last"?'],
  [
    'draft_correction',
    { operation, correction: 'x' },
    '/correction: must be an object with a member at least, or false',
  ],
  [
    'call_operation',
    { operation, path: { id: {} } },
    '/path/id: must be one of a string, a number, a boolean',
  ],
  [
    'set_clock',
    { now: 7, x: 1 },
    '/x: is not known here: there are "world", "now" and "frozen"; /now: must be a date and time',
  ],
  [
    'add_records',
    { count: Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, 'x'])) },
    '; and 2 more',
  ],
])('says of %s with the arguments %j what they may be', async (tool, given, told) => {
  const { ask } = await openAgent();

  await expect(ask(tool, given)).rejects.toThrow(told);
});
