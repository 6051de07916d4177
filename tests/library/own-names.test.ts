import { describe, expect, it } from 'vitest';

import type { MockExpectation, MockOverride } from '../../src/index.ts';
import { openUnheard } from './open-bookshop.ts';

/** What is refused is refused in the words of whoever asks. */
describe('the library names its own members', () => {
  it.each<[string, unknown, string]>([
    ['a limit', { fault: { rateLimit: { limit: -1, window: 1 } } }, '/fault/rateLimit/limit: must'],
    ['a rate', { fault: { bytesPerSecond: 'fast' } }, '/fault/bytesPerSecond: must be a number'],
    [
      'a name that is nearly right',
      { fault: { bytesPerSec: 1 } },
      '/fault/bytesPerSec: is not known here: did you mean "bytesPerSecond"?',
    ],
    [
      'a step of a sequence',
      { sequence: [{ fault: { latency: { logNormal: { median: -1 } } } }] },
      '/sequence/0/fault/latency/logNormal/median: must',
    ],
    [
      'an operation of such a name',
      { operation: 'rate_limit', reply: {} },
      'operation "rate_limit"',
    ],
    ['nothing', undefined, 'use takes an object, not undefined'],
    ['a list', [], 'use takes an object, not a list'],
  ])('where an override is refused: %s', async (_, override, message) => {
    const mock = await openUnheard();
    expect(() => mock.use(override as MockOverride)).toThrow(message);
    expect(() => mock.world().use(override as MockOverride)).toThrow(message);
    expect(mock.overrides()).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a count', { times: { atLeast: -1 } }, '/times/atLeast: must be a whole number'],
    ['the wrong order', { times: { atLeast: 2, atMost: 1 } }, 'must not be less than atLeast, 2'],
    ['no count', { times: {} }, 'must have atLeast or atMost'],
    ['a world', { world: 5 }, '/world: must be a text'],
    ['what is no moment', { since: true }, 'since must be the id of a request or a Date, not true'],
    ['a flag', { never: 'yes' }, '/never: must be true or false'],
    [
      'a condition without a value',
      { match: { query: { q: undefined } } },
      '/match/query/q: must be a text',
    ],
    [
      'a comparison with nothing',
      { match: { body: [{ pointer: '/a', equals: undefined }] } },
      '/match/body/0: must have one of equals, matches, present',
    ],
  ])('where an expectation is refused: %s', async (_, expectation, message) => {
    const mock = await openUnheard();
    const wish = { operation: 'listBooks', ...expectation } as MockExpectation;
    expect(() => mock.verify(wish)).toThrow(message);
  });

  it('says what a moment is', async () => {
    const mock = await openUnheard();
    const since = 'yesterday' as unknown as Date;
    expect(() => mock.requests({ since })).toThrow('since must be the id of a request or a Date');
    expect(() => mock.requests({ since: new Date('x') })).toThrow('since must be');
  });
});
