import { describe, expect, it } from 'vitest';

import type { Violation } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import type { ProblemDocument } from '../../pipeline/checks/refusal-shape.ts';
import { createGenerators } from '../values/generate.ts';
import { createRefusalFiller } from './refusal-filler.ts';

const problem: ProblemDocument = {
  type: 'urn:problem-type:record-not-found',
  title: 'There is no such record',
  status: 404,
  detail: 'There is no "7" in pages.',
  instance: '/pages/7',
};

const text = { type: 'string' };
const whole = { type: 'integer' };

function objectOf(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', required: Object.keys(properties), properties, ...more };
}

/** The filled schema, and what is wrong with it. */
async function fill(
  schema: JsonObject,
  errors: readonly Violation[] = [],
): Promise<{ body: JsonValue | undefined; faults: unknown }> {
  const { documents, validators, part } = await loadSchemas({ It: schema });
  const filler = createRefusalFiller(
    { documents, validators },
    createGenerators({ documents, validators })('a seed'),
    (_, own) => own,
  );
  const body = filler.body(part('It'), errors.length > 0 ? { ...problem, errors } : problem);
  return { body, faults: validators.check(part('It'), 'rest')(body) };
}

describe('the body of a refusal', () => {
  it.each<[string, JsonObject, JsonValue]>([
    ['a text alone', text, problem.detail],
    ['an error', objectOf({ error: text }), { error: problem.detail }],
    ['a message', objectOf({ message: text }), { message: problem.detail }],
    ['any case', objectOf({ Message: text }), { Message: problem.detail }],
    [
      'a code and a message',
      objectOf({ code: whole, message: text }),
      { code: 404, message: problem.detail },
    ],
    [
      'a code that is a text',
      objectOf({ code: text, message: text }),
      { code: 'record-not-found', message: problem.detail },
    ],
    [
      'what failed',
      objectOf({ ok: { type: 'boolean' }, error: text }),
      { ok: false, error: problem.detail },
    ],
    ['what came of it', objectOf({ status: { enum: ['success', 'error'] } }), { status: 'error' }],
    ['a status', objectOf({ status: whole, statusCode: whole }), { status: 404, statusCode: 404 }],
    [
      'OAuth',
      objectOf({ error_description: text, error_code: text }),
      { error_description: problem.detail, error_code: 'record-not-found' },
    ],
    [
      'a problem by other names',
      objectOf({ title: text, type: text, instance: text, path: text }),
      {
        title: problem.title,
        type: 'record-not-found',
        instance: problem.instance,
        path: problem.instance,
      },
    ],
    [
      'an object below',
      objectOf({ error: objectOf({ code: whole, message: text }) }),
      { error: { code: 404, message: problem.detail } },
    ],
    [
      'a list of errors',
      objectOf({ errors: { type: 'array', items: objectOf({ message: text }) } }),
      { errors: [{ message: problem.detail }] },
    ],
    [
      'a list of messages',
      objectOf({ errors: { type: 'array', items: text } }),
      { errors: [problem.detail] },
    ],
    [
      'parts of a whole',
      { allOf: [objectOf({ message: text }), objectOf({ code: whole })] },
      { message: problem.detail, code: 404 },
    ],
    [
      'an object below, in a part of a whole',
      { allOf: [objectOf({ error: objectOf({ message: text }) })] },
      { error: { message: problem.detail } },
    ],
  ])('says what the refusal says: %s', async (_, schema, expected) => {
    expect(await fill(schema)).toEqual({ body: expected, faults: [] });
  });

  it('leaves alone what has no meaning here', async () => {
    const { body, faults } = await fill(
      objectOf({ message: text, trace_id: { type: 'string', format: 'uuid' }, retry: whole }),
    );
    expect(faults).toEqual([]);
    expect(body).toEqual({
      message: problem.detail,
      trace_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      retry: expect.any(Number),
    });
  });

  it.each<[string, JsonObject]>([
    ['a flag', objectOf({ error: { type: 'boolean' }, message: text })],
    ['listed kinds', objectOf({ type: { enum: ['api_error', 'invalid_request'] }, message: text })],
    ['listed codes', objectOf({ code: { enum: ['NOT_FOUND', 'BAD_REQUEST'] }, message: text })],
    ['listed statuses', objectOf({ status: { enum: [400, 404] } })],
    ['a constant', objectOf({ status: { const: 'error' }, message: text })],
    ['a short message', objectOf({ message: { type: 'string', maxLength: 10 } })],
    ['a code of a pattern', objectOf({ code: { type: 'string', pattern: '^[A-Z]{3}$' } })],
    ['a code in bounds', objectOf({ code: { type: 'integer', minimum: 1000, maximum: 1999 } })],
    ['a type that is an address', objectOf({ type: { type: 'string', format: 'uri' } })],
  ])('fits its schema, whatever it says: %s', async (_, schema) => {
    const { body, faults } = await fill(schema);
    expect(faults).toEqual([]);
    expect(Object.keys(body as JsonObject)).toEqual(
      Object.keys(schema['properties'] as JsonObject),
    );
  });

  it('is the same every time', async () => {
    const schema = objectOf({ message: text, trace_id: { type: 'string', format: 'uuid' } });
    expect(await fill(schema)).toEqual(await fill(schema));
  });

  const optional = (properties: JsonObject): JsonObject => ({
    type: 'object',
    required: ['message'],
    properties: { message: text, ...properties },
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['a text', { hint: text }, {}],
    ['a number', { retry: whole }, {}],
    ['a flag', { retryable: { type: 'boolean' } }, {}],
    ['a word of a list', { level: { enum: ['low', 'high'] } }, {}],
    ['a list of texts', { tags: { type: 'array', items: text } }, {}],
    ['an object', { meta: objectOf({ trace: text }) }, {}],
    ['a map', { meta: { type: 'object', additionalProperties: text } }, {}],
    [
      'an object with something to say',
      { meta: optional({ trace: text }) },
      { meta: { message: problem.detail } },
    ],
    [
      'what the server knows',
      { code: text, success: { type: 'boolean' } },
      { code: 'record-not-found', success: false },
    ],
    [
      'an example of the contract',
      { hint: { type: 'string', example: 'Ask us.' } },
      { hint: 'Ask us.' },
    ],
    ['a constant', { kind_of: { const: 'x' } }, { kind_of: 'x' }],
  ])('leaves out optional members that nothing is known about: %s', async (_, properties, more) => {
    expect(await fill(optional(properties))).toEqual({
      body: { message: problem.detail, ...more },
      faults: [],
    });
  });

  it('keeps an optional member without which its schema is broken', async () => {
    const { body, faults } = await fill({ ...optional({ hint: text }), minProperties: 2 });
    expect(faults).toEqual([]);
    expect(body).toEqual({ message: problem.detail, hint: expect.any(String) });
  });

  const violations: readonly Violation[] = [
    { in: 'body', pointer: '/lines/0/size', message: 'must be an integer', keyword: 'type' },
    { in: 'query', pointer: '/limit', message: 'must be >= 1', keyword: 'minimum' },
  ];
  const listOf = (properties: JsonObject): JsonObject => ({
    type: 'array',
    items: { type: 'object', properties },
  });

  it.each<[string, JsonObject, JsonValue]>([
    [
      'details with field and problem',
      { details: listOf({ field: text, problem: text }) },
      {
        details: [
          { field: 'lines.0.size', problem: 'must be an integer' },
          { field: 'limit', problem: 'must be >= 1' },
        ],
      },
    ],
    [
      'errors with pointer, code and more',
      { errors: listOf({ pointer: text, code: text, detail: text, hint: text }) },
      {
        errors: [
          { pointer: '/lines/0/size', code: 'type', detail: 'must be an integer' },
          { pointer: '/limit', code: 'minimum', detail: 'must be >= 1' },
        ],
      },
    ],
    [
      'places as lists of steps',
      {
        detail: listOf({
          loc: { type: 'array', items: { anyOf: [text, whole] } },
          msg: text,
          type: text,
        }),
      },
      {
        detail: [
          { loc: ['body', 'lines', 0, 'size'], msg: 'must be an integer', type: 'type' },
          { loc: ['query', 'limit'], msg: 'must be >= 1', type: 'minimum' },
        ],
      },
    ],
  ])('tells of each violation in a list of faults: %s', async (_, properties, list) => {
    const told = Object(list) as JsonObject;
    const body = { message: problem.detail, ...told };
    expect(await fill(optional(properties), violations)).toEqual({ body, faults: [] });
    expect((await fill(optional(properties))).body).toEqual({ message: problem.detail });
    const [name = ''] = Object.keys(properties);
    const required = { ...optional(properties), required: ['message', name] };
    expect((await fill(required)).body).toEqual({ message: problem.detail, [name]: [] });
  });
});
