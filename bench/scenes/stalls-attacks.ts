/** A request, whatever comes of it. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array;
}

export interface Attack {
  readonly name: string;
  readonly question: Request;
  /** How many overrides are made before it begins. */
  readonly overrides?: number;
}

const megabyte = 1_048_576;

/** As many pieces as a body of that size holds. */
function fill(piece: (index: number) => string, separator: string, size: number): string {
  const pieces: string[] = [];
  for (let index = 0, length = 0; length < size; index += 1) {
    const next = piece(index);
    pieces.push(next);
    length += next.length + separator.length;
  }
  return pieces.join(separator);
}

function name(index: number): string {
  return index.toString(36);
}

function post(type: string, body: string): Request {
  return {
    method: 'POST',
    path: '/bodies',
    headers: { 'Content-Type': type },
    bytes: Buffer.from(body),
  };
}

const nearlyAll = megabyte - 1000;
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=b';
const filePart = '--b\r\nContent-Disposition: form-data; name="a"; filename="f"\r\n';
const xmlOf = (count: number): string =>
  `<r>${Array.from({ length: count }, (_, index) => `<a${name(index)}/>`).join('')}</r>`;
const jsonFile = `${filePart}Content-Type: application/json\r\n\r\n[${fill(() => '{}', ',', 15 * megabyte)}]\r\n--b--\r\n`;
const patch = fill(() => '{"op":"add","path":"/list/0","value":1}', ',', nearlyAll);
const start = '{"op":"add","path":"/list","value":[]}';

export const attacks: readonly Attack[] = [
  { name: 'XML of 90,000 names', question: post('application/xml', xmlOf(90_000)) },
  { name: 'XML of 9,900 names', question: post('application/xml', xmlOf(9_900)) },
  {
    name: 'a form of 1 MiB of names',
    question: post(
      form,
      fill((n) => `${name(n)}=`, '&', nearlyAll),
    ),
  },
  {
    name: 'a form of 9,300 names',
    question: post(
      form,
      fill((n) => `${name(n)}=`, '&', 45_000),
    ),
  },
  { name: 'a file of 15 MiB of JSON', question: post(multipart, jsonFile) },
  {
    name: 'a file of 12 MiB',
    question: post(multipart, `${filePart}\r\n${'x'.repeat(12 * megabyte)}\r\n--b--\r\n`),
  },
  {
    name: 'JSON of 1 MiB of small objects',
    question: post('application/json', `[${fill((n) => `{"n":${n}}`, ',', nearlyAll)}]`),
  },
  {
    name: 'JSON of 88,000 names',
    question: post('application/json', `{${fill((n) => `"${name(n)}":1`, ',', 740_000)}}`),
  },
  {
    name: 'a JSON Patch that puts in front 26,000 times',
    question: {
      method: 'PATCH',
      path: '/docs/a',
      headers: { 'Content-Type': 'application/json-patch+json' },
      bytes: Buffer.from(`[${start},${patch}]`),
    },
  },
  {
    name: '1,000 overrides of ten patterns, 100 kB',
    overrides: 1000,
    question: post('application/json', JSON.stringify({ text: 'a'.repeat(100_000) })),
  },
];

/** The last pattern of each never holds, and all but the shortest way of trying is long. */
export function overrideOf(index: number): Request {
  const body = Array.from({ length: 10 }, (_, at) => ({
    pointer: '/text',
    matches: at === 9 ? `^(a+)+b${index}$` : `a${'a?'.repeat(at)}`,
  }));
  return {
    method: 'POST',
    path: '/_mock/overrides',
    headers: { 'Content-Type': 'application/json' },
    bytes: Buffer.from(
      JSON.stringify({ operation: 'postBody', match: { body }, reply: { status: 204 } }),
    ),
  };
}

const any = (...types: readonly string[]): unknown => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: {} }])),
});
const key = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const doc = { type: 'object', properties: { id: { type: 'string' }, list: { type: 'array' } } };
const answer = {
  200: { description: 'ok', content: { 'application/json': { schema: doc } } },
};

export const stallsContract: unknown = {
  openapi: '3.1.0',
  info: { title: 'Stalls', version: '1' },
  paths: {
    '/plain': {
      get: {
        operationId: 'getPlain',
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { type: 'string' }, example: 'well' } },
          },
        },
      },
    },
    '/bodies': {
      post: {
        operationId: 'postBody',
        requestBody: any(
          'application/json',
          form,
          'multipart/form-data',
          'application/xml',
          'application/octet-stream',
        ),
        responses: { 204: { description: 'taken' } },
      },
    },
    '/docs/{id}': {
      get: { operationId: 'getDoc', parameters: [key], responses: answer },
      patch: {
        operationId: 'patchDoc',
        parameters: [key],
        requestBody: any('application/json-patch+json'),
        responses: answer,
      },
    },
  },
};
