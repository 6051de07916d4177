import { describe, expect, it } from 'vitest';

import { ContractBreach } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { contractText, findOperation, loadText } from '../contract/contract-text.test-kit.ts';
import type { Preferences, Validated } from '../pipeline/exchange.ts';
import type { ImprovisationTools } from './improvise.ts';
import { createImprovisation, keepImprovised } from './improvise.ts';
import type { Generate } from './values/generate.ts';
import { Unsatisfiable } from './values/generate.ts';

const noWishes: Preferences = {
  code: undefined,
  example: undefined,
  isDynamic: undefined,
  seed: undefined,
};

async function requestFor(media: JsonObject, preferences = noWishes): Promise<Validated> {
  const content = { 'application/json': media };
  const responses = { '200': { description: 'It.', content } };
  const parameters = ['a', 'b'].map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const get = { operationId: 'readIt', parameters, responses };
  const contract = await loadText(contractText({ '/it/{a}/{b}': { get } }));
  const operation = findOperation(contract, 'readIt');
  const { success } = operation;
  const path = { a: 'x/y', b: 'z' };
  return {
    operation,
    preferences,
    parameters: { path, query: {}, header: {}, cookie: {} },
    choice: { status: 200, response: success, media: success?.media[0], example: undefined },
  } as Partial<Validated> as Validated;
}

function toolsFor(generate: Generate): ImprovisationTools {
  return {
    generate,
    improvised: keepImprovised(),
    tellFailure: () => undefined,
    ignoresExamples: false,
  };
}

describe('what is improvised', () => {
  it('is made for a place that the operation, the status and the path tell, and nothing else', async () => {
    const asked: unknown[] = [];
    const generate: Generate = (schema, place, manner) => {
      asked.push([schema.pointer, place, manner]);
      return {};
    };
    const request = await requestFor({ schema: {} }, { ...noWishes, seed: 'other' });
    createImprovisation(toolsFor(generate), undefined)(request);
    expect(asked).toEqual([
      [
        '/paths/~1it~1{a}~1{b}/get/responses/200/content/application~1json/schema',
        'readIt 200 x~1y,z',
        { direction: 'response', seed: 'other' },
      ],
    ]);
  });

  it('is a breach that names operation, pointer and reason where nothing can be made', async () => {
    const request = await requestFor({ schema: { not: {} } });
    const improvise = createImprovisation(
      toolsFor(() => {
        throw new Unsatisfiable('/size', 'must be both');
      }),
      undefined,
    );
    expect(() => improvise(request)).toThrow(ContractBreach);
    expect(() => improvise(request)).toThrow(
      /^readIt 200, body \/size: no value was found for \/size: it must be both\. .*the 200 response of GET \/it\/\{a\}\/\{b\}/,
    );
  });

  it('is no place to hide what else goes wrong', async () => {
    const request = await requestFor({ schema: {} });
    const improvise = createImprovisation(
      toolsFor(() => {
        throw new TypeError('a defect');
      }),
      undefined,
    );
    expect(() => improvise(request)).toThrow(TypeError);
  });

  it.each<[string, (request: Validated) => Validated, boolean]>([
    ['the same request', (request) => ({ ...request }), true],
    ['another query', (request) => withParameters(request, { query: { page: 2 } }), true],
    ['another path', (request) => withParameters(request, { path: { a: 'x/y', b: 'w' } }), false],
    ['equal texts', (request) => withParameters(request, { path: { a: 'x/y,z', b: '' } }), false],
    ['another seed', (request) => ({ ...request, preferences: { ...noWishes, seed: 's' } }), false],
    ['another status', (request) => withStatus(request, 201), false],
    [
      'another operation',
      (request) => ({ ...request, operation: { ...request.operation } }),
      false,
    ],
    ['another media type', withOtherMedia, false],
  ])('is kept: %s', async (_, change, isSame) => {
    const request = await requestFor({ schema: {} });
    const improvise = createImprovisation(
      toolsFor(() => ({})),
      undefined,
    );
    const first = improvise(request);
    expect(first.isLasting).toBe(true);
    const second = improvise(change(request));
    expect(second.body).toEqual(first.body);
    expect(second.body === first.body).toBe(isSame);
  });

  it('is an example as it stands in the contract, the same each time', async () => {
    const request = await requestFor({ schema: {}, example: { a: 1 } });
    const improvise = createImprovisation(
      toolsFor(() => ({})),
      undefined,
    );
    const first = improvise(request);
    expect(first).toMatchObject({ body: { a: 1 }, isExample: true, isLasting: true });
    expect(improvise(request).body).toBe(first.body);
  });
});

function withParameters(request: Validated, more: Partial<Validated['parameters']>): Validated {
  return { ...request, parameters: { ...request.parameters, ...more } };
}

function withStatus(request: Validated, status: number): Validated {
  return { ...request, choice: { ...request.choice, status } };
}

function withOtherMedia(request: Validated): Validated {
  const { media } = request.choice;
  return { ...request, choice: { ...request.choice, media: media && { ...media } } };
}
