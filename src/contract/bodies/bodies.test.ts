import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import {
  complaintsAbout,
  contractText,
  findOperation,
  loadText,
} from '../contract-text.test-kit.ts';
import type { Operation } from '../operations.ts';
import type { Media } from './bodies.ts';
import { chooseMedia } from './bodies.ts';
import { bytesFormat } from './formats/text.ts';

function text(more: JsonObject): string {
  return contractText({ '/a': { post: { operationId: 'a', ...more } } });
}

async function load(more: JsonObject, isLenient = false): Promise<Operation> {
  return findOperation(await loadText(text(more), {}, { isLenient }), 'a');
}

const fine = { '204': { description: 'Fine.' } };

describe('a request body', () => {
  it.each<[string, JsonObject, boolean | undefined]>([
    ['is not required by itself', { content: { 'text/plain': {} } }, false],
    ['may be required', { content: { 'text/plain': {} }, required: true }, true],
    ['of no types is none', { content: {}, required: true }, undefined],
    ['without types is none', { required: true }, undefined],
  ])('%s', async (_, requestBody, isRequired) => {
    const { body } = await load({ requestBody, responses: fine }, true);
    expect(body?.isRequired).toBe(isRequired);
  });

  it.each<[string, JsonValue]>([
    ['nothing', {}],
    ['null', null],
  ])('of a type that says %s takes anything', async (_, media) => {
    const requestBody = { content: { 'application/json': media } };
    const { body } = await load({ requestBody, responses: fine }, true);
    expect(body?.media).toMatchObject([
      { type: 'application/json', isJson: true, check: undefined },
    ]);
  });
});

describe('responses', () => {
  it('may be named in any case', async () => {
    const one = { description: 'Fine.' };
    const { responses } = await load({
      responses: { '2xx': one, Default: one, '404': one, 'x-y': 1 },
    });
    expect([...responses.keys()].toSorted()).toEqual(['2XX', '404', 'default']);
  });

  it.each<[string, JsonObject, string, readonly string[]]>([
    [
      'a status that is none',
      { '200': { description: '' }, '2000': {} },
      'the response "2000" must be a status',
      ['200'],
    ],
    [
      'a type that is none',
      { '200': { description: '', content: { json: {} } } },
      '"json" is not a media type',
      ['200'],
    ],
    ['nothing at all', {}, 'declares no response', ['default']],
    [
      'a body where there is none',
      { '204': { description: '', content: { 'text/plain': {} } } },
      'a 204 never has a body',
      ['204'],
    ],
    [
      'a body that is not there',
      { '304': { description: '', content: { 'text/plain': {} } } },
      'a 304 never has a body',
      ['304'],
    ],
  ])(
    '%s is complained of, and passed over where that is tolerated',
    async (_, responses, message, statuses) => {
      const complaints = await complaintsAbout(text({ responses }));
      expect(complaints.map((complaint) => complaint.message).join()).toContain(message);
      const contract = await loadText(text({ responses }), {}, { isLenient: true });
      expect(contract.warnings.map((warning) => warning.message).join()).toContain(message);
      const operation = findOperation(contract, 'a');
      expect([...operation.responses.keys()]).toEqual(statuses);
      expect([...operation.responses.values()].flatMap(({ media }) => media)).toEqual([]);
    },
  );
});

describe('examples of what isn’t JSON', () => {
  const schema = { type: 'object', properties: { a: { type: 'integer' } } };
  const secret = { properties: { b: { writeOnly: true } } };
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  it.each<[string, JsonObject, JsonValue, string, readonly string[]]>([
    ['application/xml', schema, '<x><a>1</a></x>', '<x><a>1</a></x>', []],
    ['application/xml', schema, '<x><a>b</a></x>', '<x><a>b</a></x>', ['/a']],
    ['application/xml', schema, '<x><a>1', '<x><a>1', []],
    ['application/xml', { type: 'string' }, '<x/>', '<x/>', []],
    ['application/xml', {}, '<x/>', '<x/>', []],
    [
      'application/xml',
      { allOf: [schema, secret] },
      '<x><a>1</a><b>hush</b></x>',
      `${head}<root><a>1</a></root>`,
      [],
    ],
    ['application/x-www-form-urlencoded', schema, 'a=1', 'a=1', []],
    ['application/x-www-form-urlencoded', schema, 'a=b', 'a=b', ['/a']],
    ['application/x-www-form-urlencoded', schema, 'a=%', 'a=%', []],
    ['application/json', schema, '{"a":1}', '{"a":1}', []],
    ['application/xml', schema, { a: 1 }, `${head}<root><a>1</a></root>`, []],
  ])('in %s by %j: %j', async (type, of, example, payload, pointers) => {
    const { success } = await load({
      responses: { '200': { description: '', content: { [type]: { schema: of, example } } } },
    });
    const media = success?.media[0];
    const [given] = media?.examples ?? [];
    expect(media?.renderer.render(given?.value ?? null).payload).toBe(payload);
    expect(given?.faults().map(({ pointer }) => pointer)).toEqual(pointers);
  });
});

describe('chooseMedia', () => {
  async function mediaOf(...types: readonly string[]): Promise<readonly Media[]> {
    const content = Object.fromEntries(types.map((type) => [type, {}]));
    const { success } = await load({ responses: { '200': { description: '', content } } });
    return success?.media ?? [];
  }

  it('narrows a range to what is liked best', async () => {
    const offers = await mediaOf('application/json', 'image/*');
    expect(chooseMedia('image/gif', offers)).toMatchObject({
      type: 'image/gif',
      essence: 'image/gif',
      contentType: 'image/gif',
      format: bytesFormat,
    });
    expect(chooseMedia('image/*', offers)).toMatchObject({
      type: 'image/png',
      essence: 'image/png',
    });
    expect(chooseMedia(undefined, offers)).toBe(offers[0]);
    expect(chooseMedia('text/html', offers)).toBeUndefined();
    expect(chooseMedia(undefined, [])).toBeUndefined();
  });
});
