import { describe, expect, it } from 'vitest';

import type { ToldWorld } from '../../client/index.ts';
import { Refusal } from '../../client/index.ts';
import { addReport } from './world-report.ts';

const silent: ToldWorld = {
  name: 'mine',
  requests: () => [],
  explain: () => [],
  overrides: () => [],
  verify: () => undefined,
  changes: () => ({ count: 0, changes: [] }),
};

describe('the report of a world', () => {
  it('is the last cause of the error, and the end of its stack', async () => {
    const cause = { name: 'Error', message: 'inner', cause: 'a text' as unknown };
    const error = { message: 'outer', stack: 'Error: outer\n    at a.ts:1:1', cause };
    await addReport(error, silent);
    expect(error).toMatchObject({
      message: 'outer',
      cause: { message: 'inner', cause: { name: 'Stuntdouble' } },
    });
    expect(cause.cause).toMatchObject({
      message: expect.stringContaining('No request came to its world "mine"'),
    });
    expect(error.stack).toMatch(/^Error: outer\n    at a.ts:1:1\nCaused by: Stuntdouble: No /);
  });

  it('leaves out the hint where the control API refused a call of the test', async () => {
    const hint = 'does the code call its url';
    const refused = { name: 'Error', message: 'outer', cause: new Refusal(400, 'no such name') };
    await addReport(refused, silent);
    expect(refused.cause.cause).toMatchObject({ message: 'No request came to its world "mine".' });
    const failed = { name: 'AssertionError', message: 'outer', cause: undefined };
    await addReport(failed, silent);
    expect(failed.cause).toMatchObject({ message: expect.stringContaining(hint) });
  });

  it('says so where the world can not be asked', async () => {
    const error = { message: 'outer', cause: undefined };
    const requests = (): never => {
      throw new Error('no server \u001b[2J answers');
    };
    await addReport(error, { ...silent, requests });
    expect(error.cause).toMatchObject({
      message: 'What happened in its world "mine" can\'t be read: no server \\u{1b}[2J answers',
    });
  });
});
