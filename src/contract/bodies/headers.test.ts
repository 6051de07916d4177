import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { contractText, loadText } from '../contract-text.test-kit.ts';
import type { ResponseHeader } from './headers.ts';

async function loadAll(headers: JsonObject): Promise<readonly ResponseHeader[]> {
  const responses = { '200': { description: 'Fine.', headers } };
  const contract = await loadText(contractText({ '/a': { get: { responses } } }));
  return contract.operations[0]?.responses.get('200')?.headers ?? [];
}

async function load(header: JsonObject): Promise<ResponseHeader> {
  const [only] = await loadAll({ 'X-It': header });
  if (!only) throw new Error('there is no header');
  return only;
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const integers = { type: 'array', items: integer };
const color = { type: 'object', properties: { R: integer, name: text } };

describe('a header of a response', () => {
  it.each<[JsonObject, string, JsonValue]>([
    [{ schema: text }, 'Mon, 01 Jan', 'Mon, 01 Jan'],
    [{ schema: integer }, '7', 7],
    [{ schema: { type: 'boolean' } }, 'true', true],
    [{ schema: integers }, '1,2', [1, 2]],
    [{ schema: color }, 'R,1,name,red', { R: 1, name: 'red' }],
    [{ schema: color, explode: true }, 'R=1,name=red', { R: 1, name: 'red' }],
    [{ schema: { oneOf: [integer, integers] } }, '7', 7],
    [{ schema: { oneOf: [integer, integers] } }, '7,8', [7, 8]],
    [{ content: { 'application/json': { schema: color } } }, '{"R":1}', { R: 1 }],
    [{ content: { 'application/json': { schema: text } } }, '"\\u00e9\\n"', 'é\n'],
    [{ content: { 'text/plain': { schema: text } } }, 'a,b', 'a,b'],
    [{}, 'x', 'x'],
  ])('of %j: %s', async (declared, written, value) => {
    const header = await load(declared);
    expect(header.read(written)).toEqual(value);
    expect(header.write(value)).toBe(written);
    expect(header.check?.(value) ?? []).toEqual([]);
  });

  it.each<[JsonObject, string, JsonValue]>([
    [{ schema: integers }, ' 1, 2 ', [1, 2]],
    [{ schema: color }, 'R, 1', { R: 1 }],
    [{ schema: color }, 'R,1,name', 'R,1,name'],
    [{ schema: integer }, 'x', 'x'],
    [{ content: { 'application/json': { schema: color } } }, '{', '{'],
  ])('of %j is read from %j, too', async (declared, written, value) => {
    expect((await load(declared)).read(written)).toEqual(value);
  });

  it.each<[string, string]>([
    ['a\r\nSet-Cookie: b', 'a%0D%0ASet-Cookie: b'],
    ['café', 'café'],
    ['100% of 50%20', '100% of 50%20'],
    ['日本', '%E6%97%A5%E6%9C%AC'],
    ['😀', '%F0%9F%98%80'],
    ['\uD800', '%EF%BF%BD'],
    ['\u0000\u007F\u0085', '%00%7F%C2%85'],
    ['a\tb', 'a\tb'],
  ])('never holds what a header can not: %j', async (value, written) => {
    expect((await load({ schema: text })).write(value)).toBe(written);
  });

  it('is what is read when it was written', async () => {
    const member = fc.string().filter((value) => !value.includes(',') && value.trim() === value);
    const value = fc.record({ R: fc.integer(), name: member });
    for (const explode of [true, false]) {
      const header = await load({ schema: color, explode });
      fc.assert(
        fc.property(value, (sent) => {
          expect(header.read(header.write({ ...sent }))).toEqual({ ...sent });
        }),
      );
    }
  });

  it('as JSON is what is read when it was written, whatever it is', async () => {
    const header = await load({ content: { 'application/json': {} } });
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value: JsonValue = JSON.parse(json);
        expect(header.write(value)).toMatch(/^[\x20-\x7e]*$/);
        expect(JSON.stringify(header.read(header.write(value)))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('has its examples', async () => {
    const examples = (header: ResponseHeader): readonly JsonValue[] =>
      header.examples.map(({ value }) => value);
    expect(examples(await load({ schema: integer, example: 7 }))).toEqual([7]);
    const content = { 'application/json': { schema: integer, example: 8 } };
    expect(examples(await load({ content }))).toEqual([8]);
  });

  it('is ignored where it repeats the media type', async () => {
    const headers = await loadAll({ 'content-type': { schema: integer }, ETag: { schema: text } });
    expect(headers.map(({ name }) => name)).toEqual(['ETag']);
  });
});
