import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Notice } from '../../src/index.ts';
import { createMock, StartError } from '../../src/index.ts';
import { playTable } from './play-table.ts';

const unvalidated = 'x-stuntdouble-unvalidated';
const file = join(import.meta.dirname, 'lenient.yaml');

playTable('lenient.yaml', [
  { ask: 'GET /things/7', status: 200, is: 'thing', about: 'its parameter is not declared' },
  { ask: 'GET /v1/things/7', status: 200, is: 'thing' },
  { ask: 'GET /unused-parameter?loose=1', status: 200, is: 'fine' },
  { ask: 'GET /optional/7', status: 204 },
  { ask: 'GET /optional/x', status: 400 },
  {
    ask: 'GET /loose',
    status: 200,
    answers: { [unvalidated]: expect.any(String) },
    unjudged: 'there is no schema',
  },
  {
    ask: 'GET /uncompilable',
    status: 200,
    answers: { [unvalidated]: expect.stringContaining('/paths/~1uncompilable/get') },
    unjudged: 'the schema means nothing',
  },
  {
    ask: 'GET /no-type',
    status: 200,
    lacks: [unvalidated],
    unjudged: 'what is no type is taken for any, and named at the start',
  },
  { ask: 'POST /uncompilable', json: 'x', status: 204 },
  {
    ask: 'GET /numbers',
    status: 200,
    lacks: [unvalidated],
    text: expect.toSatisfy((text: string) => Number.isInteger(Number(text)) && Number(text) >= 5),
    unjudged: 'a bound that is a text is taken for the number that it says',
  },
  { ask: 'GET /odd-members', status: 204 },
  { ask: 'GET /nowhere', status: 404 },
]);

playTable(
  'lenient.yaml',
  [
    { ask: 'GET /bare', status: 200, is: 'bare' },
    { ask: 'GET /again', status: 200, is: 'again' },
  ],
  { auth: 'off' },
);

describe('lenient.yaml', () => {
  it.each([
    ['no info', '"info"'],
    ['a response without a description', '/responses/200'],
    ['an operationId that is there twice', 'same'],
    ['an unknown security scheme', 'ghost'],
    ['a parameter of the path that is not declared', 'id'],
    ['a reference that leads nowhere', 'Nowhere'],
    ['a schema that can not be compiled', '~1uncompilable/get'],
    ['a type that is none', '"strin" is not a type'],
    ['a bound that is a text', '"minimum" must be a number'],
    ['a path without a slash', '"no-slash" must begin with'],
    ['an operation without responses', '~1no-responses'],
  ])('names %s as a warning', async (_, words) => {
    const notices: Notice[] = [];
    await using _mock = await createMock({
      contract: file,
      onNotice: (notice) => notices.push(notice),
    });
    const warnings = notices.filter(({ level }) => level === 'warning');
    expect(warnings.map(({ message }) => message).join('\n')).toContain(words);
  });

  it('is refused where faults are not tolerated, every fault with its place', async () => {
    const error: unknown = await createMock({ contract: file, lenient: false }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(StartError);
    const { complaints } = error instanceof StartError ? error : { complaints: [] };
    expect(complaints.length).toBeGreaterThan(5);
    for (const complaint of complaints) {
      expect(complaint).toMatchObject({ file: expect.any(String), line: expect.any(Number) });
    }
  });
});
