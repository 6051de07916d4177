import { describe, expect, it } from 'vitest';

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
async function fill(schema: JsonObject): Promise<{ body: JsonValue | undefined; faults: unknown }> {
  const { documents, validators, part } = await loadSchemas({ It: schema });
  const filler = createRefusalFiller(
    { documents, validators },
    createGenerators({ documents, validators })('a seed'),
    (_, own) => own,
  );
  const body = filler.body(part('It'), problem);
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
});
