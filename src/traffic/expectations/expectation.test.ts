import { describe, expect, it } from 'vitest';

import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { createPattern } from '../../contract/checks/patterns/safe-patterns.ts';
import { readArranged } from '../../server/control/grammar.ts';
import type { WantedCount } from './expectation.ts';
import { readExpectation } from './expectation.ts';

const read = (input: JsonObject): ReturnType<typeof readExpectation> =>
  readExpectation(readArranged('Expectation', { operation: 'getBook', ...input }), {
    findOperation: (id) => ({
      id,
      method: 'GET',
      path: '/',
      pathNames: ['id'],
      parameters: [],
      bases: [],
    }),
    compilePattern: createPattern,
  });

describe('how often', () => {
  it.each<[JsonObject, WantedCount]>([
    [{}, { atLeast: 1, atMost: undefined }],
    [{ never: false }, { atLeast: 1, atMost: undefined }],
    [{ never: true }, { atLeast: 0, atMost: 0 }],
    [{ times: 0 }, { atLeast: 0, atMost: 0 }],
    [{ times: 2 }, { atLeast: 2, atMost: 2 }],
    [{ times: { at_least: 2 } }, { atLeast: 2, atMost: undefined }],
    [{ times: { at_most: 2 } }, { atLeast: 0, atMost: 2 }],
    [{ times: { at_least: 1, at_most: 1 } }, { atLeast: 1, atMost: 1 }],
  ])('%j', (input, wanted) => {
    expect(read(input).wanted).toEqual(wanted);
  });
});

it('what came since is told by an id or a moment', () => {
  expect(read({ since: 7 }).since).toBe(7);
  expect(read({ since: '2030-01-01T00:00:00Z' }).since).toEqual(new Date(Date.UTC(2030, 0)));
});

it.each<[JsonObject, string]>([
  [{ operation: 7 }, '/operation'],
  [{ match: 'x' }, '/match'],
  [{ match: { other: 1 } }, '/match/other'],
  [{ match: { path: { nope: 1 } } }, '/match/path/nope'],
  [{ since: 'soon' }, '/since'],
  [{ time: 2 }, '/time'],
  [{ times: { at_least: 1, most: 2 } }, '/times/most'],
  [{ times: 2, never: true }, '/never'],
  [{ times: 0, never: true }, '/never'],
  [{ times: -1 }, '/times'],
  [{ times: 1.5 }, '/times'],
  [{ times: 'twice' }, '/times'],
  [{ times: {} }, '/times'],
  [{ times: { at_least: 'x' } }, '/times/at_least'],
  [{ times: { at_most: -1 } }, '/times/at_most'],
  [{ times: { at_least: 3, at_most: 2 } }, '/times/at_most'],
])('%j is refused for %s', (input, pointer) => {
  let thrown: unknown;
  try {
    read(input);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ApiError);
  expect(Object(thrown)).toMatchObject({
    code: 'invalid-request',
    violations: [{ in: 'body', pointer }],
  });
});
