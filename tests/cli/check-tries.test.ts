import { describe, expect, test, vi } from 'vitest';

import { patience } from '../patience.ts';
import { run, serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';

function contract(responses: string, more = ''): string {
  return `openapi: 3.1.0
info: { title: Odd, version: '1' }
paths:
  /one: { get: { responses: ${responses} } }
  /two: { get: { responses: ${responses} } }
${more}`;
}

function reply(schema: string): string {
  return `{ '200': { description: A, content: { application/json: { schema: ${schema} } } } }`;
}

const schemas = `components:
  schemas:
    Closed: { type: object, required: [id], additionalProperties: false, properties: { no: { type: string } } }
    Endless: { type: object, required: [next], properties: { next: { $ref: '#/components/schemas/Endless' } } }
    Many: { type: array, minItems: 1000000000, items: { type: string } }
    Zero: { type: number, multipleOf: 0 }
    Narrow: { type: integer, minimum: 5, maximum: 3 }
    Same: { oneOf: [{ type: string }, { type: string }] }
    Fine: { type: object, properties: { id: { type: string } } }
`;

describe('a reply that can not be made is a finding', () => {
  test.each([
    ['Closed', 'openapi.yaml:8:40 /components/schemas/Closed/required/0: '],
    ['Endless', 'openapi.yaml:9:5 /components/schemas/Endless: '],
    ['Many', 'openapi.yaml:10:5 /components/schemas/Many: '],
    ['Zero', 'openapi.yaml:11:5 /components/schemas/Zero: '],
    ['Narrow', 'openapi.yaml:12:5 /components/schemas/Narrow: '],
    ['Same', 'openapi.yaml:13:5 /components/schemas/Same: '],
  ])('once, although two operations use it: %s', async (name, place) => {
    const text = contract(reply(`{ $ref: '#/components/schemas/${name}' }`), schemas);
    const cwd = await createTestFolder({ 'openapi.yaml': text });
    const { code, stderr } = await run(['check', 'openapi.yaml'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain(`${place}the 200 reply of GET /one can not be made: `);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe('1 finding');
  });

  test.each([
    [
      'a status of an error',
      `{ '200': { description: A }, '404': { description: B, content: { application/json: { schema: { $ref: '#/components/schemas/Zero' } } } } }`,
      'the 404 reply of GET /one',
    ],
    [
      'default',
      `{ '200': { description: A }, default: { description: B, content: { application/json: { schema: { $ref: '#/components/schemas/Zero' } } } } }`,
      'the default reply of GET /one',
    ],
    [
      'another media type',
      `{ '200': { description: A, content: { text/plain: { schema: { type: string } }, application/json: { schema: { $ref: '#/components/schemas/Zero' } } } } }`,
      'the 200 reply of GET /one',
    ],
    [
      'a header',
      `{ '200': { description: A, headers: { X-A: { required: true, schema: { $ref: '#/components/schemas/Narrow' } } } } }`,
      'the 200 reply of GET /one can not be made: header /X-A',
    ],
  ])('also of %s', async (_, responses, message) => {
    const cwd = await createTestFolder({ 'openapi.yaml': contract(responses, schemas) });
    const { code, stderr } = await run(['check', 'openapi.yaml'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});

test('a request body that can not be valid is a finding', async () => {
  const text = `${contract(reply(`{ $ref: '#/components/schemas/Fine' }`))}  /three:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Narrow' } } } }
      responses: { '204': { description: Done } }
${schemas}`;
  const cwd = await createTestFolder({ 'openapi.yaml': text });
  const { code, stderr } = await run(['check', 'openapi.yaml'], { cwd });
  expect(code).toBe(1);
  expect(stderr).toContain(
    '/components/schemas/Narrow: no request body of POST /three can be valid',
  );
});

test('a contract whose replies can all be made is clean', async () => {
  const responses = `{ '2XX': { description: A, content: { application/json: { schema: { $ref: '#/components/schemas/Fine' } } } }, '204': { description: B }, default: { description: C, content: { image/png: {}, application/xml: { schema: { $ref: '#/components/schemas/Fine' } } } } }`;
  const cwd = await createTestFolder({ 'openapi.yaml': contract(responses, schemas) });
  const { code, stdout, stderr } = await run(['check', 'openapi.yaml'], { cwd });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('clean: Odd 1, 2 operations');
});

test('other faults of the contract hide no reply that can not be made', async () => {
  const text = contract(reply(`{ $ref: '#/components/schemas/Zero' }`), schemas).replace(
    "version: '1'",
    'version: 1',
  );
  const cwd = await createTestFolder({ 'openapi.yaml': text });
  const { code, stderr } = await run(['check', 'openapi.yaml'], { cwd });
  expect(code).toBe(1);
  expect(stderr).toContain('"version" must be a text');
  expect(stderr).toContain('/components/schemas/Zero: the 200 reply of GET /one');
  expect(stderr.trimEnd().split('\n').at(-1)).toBe('2 findings');
});

test('a server names how many places it is soon after its start, and serves', async () => {
  const cwd = await createTestFolder({
    'openapi.yaml': contract(reply(`{ $ref: '#/components/schemas/Zero' }`), schemas),
  });
  const server = await serve(['openapi.yaml'], { cwd });
  const heard = (): string => server.stdout() + server.stderr();
  await vi.waitFor(
    () => expect(heard()).toContain('can not be made at 1 place of the contract'),
    patience,
  );
  expect((await fetch(`${server.url}/two`)).status).toBe(500);
  expect((await server.stop()).code).toBe(0);
});
