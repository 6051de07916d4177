import { expect, it } from 'vitest';

import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import { createGenerators } from '../../behaviors/values/generate.ts';
import { loadContract, strictly } from '../../contract/compile.ts';
import type { PathValues } from './sample-paths.ts';
import type { SampleRequest } from './sample-request.ts';
import { makeSample } from './sample-request.ts';

/** A request for the last operation, which has these parts; its path may name the others. */
async function sampleOf(
  address: string,
  parts: object,
  values: PathValues = [],
): Promise<Omit<SampleRequest, 'operation'> | undefined> {
  const [method = '', path = ''] = address.split(' ');
  const responses = { 200: { description: 'Done.' } };
  const mine = { get: { responses } };
  const contract = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { '/things/mine': mine, [path]: { [method]: { responses, ...parts } } },
  };
  const folder = await writeFolder({ 'openapi.json': JSON.stringify(contract) });
  const compiled = await loadContract([`${folder}/openapi.json`], strictly);
  const tools = {
    contract: compiled,
    generate: createGenerators(compiled)('a'),
    makeBody: () => ({ text: 'a b' }),
    guard: { auth: 'off', credentials: [], now: () => 0 },
    records: undefined,
  } as const;
  const operation = compiled.operations.find((one) => one.path === path);
  const made = operation && makeSample(tools, operation, [values]);
  return made && { target: made.target, headers: made.headers, body: made.body };
}

const schema = { type: 'object', properties: { text: { type: 'string' } } };
const bodyOf = (type: string, required: boolean): object => ({
  requestBody: { required, content: { [type]: { schema } } },
});
const parameter = (place: string, name: string, more: object = {}): object => ({
  parameters: [
    { in: place, name, required: true, schema: { type: 'string', const: 'a b' }, ...more },
  ],
});

it.each<[address: string, parts: object, expected: Partial<SampleRequest>]>([
  ['get /things/{id}', parameter('path', 'id'), { target: '/things/a%20b' }],
  [
    'get /things/{id}',
    parameter('path', 'id', { style: 'matrix' }),
    { target: '/things/;id=a%20b' },
  ],
  ['get /things', parameter('query', 'q'), { target: '/things?q=a%20b' }],
  ['get /things', parameter('query', 'q', { required: false }), { target: '/things' }],
  [
    'get /things',
    parameter('query', 'q', { schema: { const: { a: 'x y', b: 1 } } }),
    { target: '/things?a=x%20y&b=1' },
  ],
  [
    'get /things',
    parameter('query', 'q', { schema: { const: { a: 'x y', b: 1 } }, explode: false }),
    { target: '/things?q=a,x%20y,b,1' },
  ],
  ['get /things', parameter('header', 'X-Q'), { headers: [['X-Q', 'a b']] }],
  ['get /things', parameter('cookie', 'q'), { headers: [['Cookie', 'q=a%20b']] }],
  ['post /things', bodyOf('application/json', false), { body: '{"text":"a b"}' }],
  ['post /things', bodyOf('application/x-www-form-urlencoded', true), { body: 'text=a+b' }],
  // Many clients send no body with a GET.
  ['get /things', bodyOf('application/json', false), { body: undefined, headers: [] }],
])('a request has what its operation demands: %s %j', async (address, parts, expected) => {
  expect(await sampleOf(address, parts)).toMatchObject(expected);
});

it('a request can be made for a record that is chosen, also by a mark for its key', async () => {
  const made = await sampleOf('get /things/{id}', parameter('path', 'id'), ['~key~']);
  expect(made?.target).toBe('/things/~key~');
});

it('no request is made that would be one for another operation', async () => {
  expect(await sampleOf('get /things/{id}', parameter('path', 'id'), ['mine'])).toBe(undefined);
});

it('no request is made without a body that is required and that one line can not show', async () => {
  expect(await sampleOf('post /things', bodyOf('multipart/form-data', true))).toBe(undefined);
});
