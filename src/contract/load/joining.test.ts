import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Complaint } from '../../base/errors.ts';
import { StartError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import type { Contract } from '../compile.ts';
import { loadContract, strictly } from '../compile.ts';
import {
  contractText,
  pathParameters,
  plainOperation,
  plainPath,
} from '../contract-text.test-kit.ts';

async function loadAll(files: Readonly<Record<string, string>>): Promise<Contract> {
  const folder = await writeFolder(files);
  const roots = Object.keys(files).filter((name) => !name.startsWith('parts'));
  return loadContract(
    roots.map((name) => join(folder, name)),
    strictly,
  );
}

async function complaintsOf(
  files: Readonly<Record<string, string>>,
): Promise<readonly Complaint[]> {
  try {
    await loadAll(files);
    return [];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.complaints;
  }
}

function withItem(path: string, name: string, more: JsonObject = {}): string {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
  const responses = { '200': { description: 'Fine.', content } };
  return contractText(
    { [path]: { parameters: pathParameters(name), get: { operationId: 'get', responses } } },
    { components: { schemas: { Thing: { type: 'object', properties: { [name]: {} } } } }, ...more },
  );
}

describe('several contracts', () => {
  it('are served as one', async () => {
    const contract = await loadAll({
      'shop.yaml': contractText({ '/a': plainPath() }, { info: { title: 'Shop', version: '1' } }),
      'bank.json': contractText({ '/b': plainPath() }, { info: { title: 'Bank', version: '2' } }),
    });
    expect(contract).toMatchObject({ title: 'Shop + Bank', version: '1 + 2', warnings: [] });
    expect(contract.routes.match('/a')?.target.operations.has('GET')).toBe(true);
    expect(contract.routes.match('/b')?.target.operations.has('GET')).toBe(true);
  });

  it('may be of different versions, and refer to the same files and to each other', async () => {
    const contract = await loadAll({
      'new.yaml': contractText({ '/a': { $ref: 'parts.yaml' } }),
      'old.yaml': contractText({ '/b': { $ref: 'new.yaml#/paths/~1a' } }, { openapi: '3.0.3' }),
      'parts.yaml': 'get: { responses: { 200: { description: Fine. } } }\n',
    });
    expect(contract.operations.map(({ path }) => path)).toEqual(['/a', '/b']);
  });

  it('may not answer at the same place', async () => {
    const complaints = await complaintsOf({
      'one.yaml': contractText({ '/a/{x}': { parameters: pathParameters('x'), ...plainPath() } }),
      'two.yaml': contractText({
        '/a/{y}': { parameters: pathParameters('y'), ...plainPath('get', 'put') },
      }),
    });
    expect(complaints).toMatchObject([
      {
        file: expect.stringMatching(/two\.yaml$/),
        line: 19,
        pointer: '/paths/~1a~1{y}/get',
        message: expect.stringMatching(/^the path is also that of GET \/a\/\{x\}, .*one\.yaml:19$/),
      },
    ]);
  });

  it('are both strict or both lenient about a clash: it always stops the start', async () => {
    const folder = await writeFolder({
      'one.yaml': contractText({ '/a': plainPath() }),
      'two.yaml': contractText({ '/a': plainPath() }),
    });
    const files = ['one.yaml', 'two.yaml'].map((name) => join(folder, name));
    await expect(loadContract(files, { ...strictly, isLenient: true })).rejects.toThrow(
      /the path is also that of GET \/a/,
    );
  });

  it.each<[string, JsonObject, number]>([
    ['the same', { type: 'apiKey', in: 'header', name: 'X-Key' }, 0],
    ['another name', { type: 'apiKey', in: 'header', name: 'X-Other' }, 1],
    ['another place', { type: 'apiKey', in: 'query', name: 'X-Key' }, 1],
  ])('may share a scheme only where it carries the same: %s', async (_, scheme, count) => {
    const first = { type: 'apiKey', in: 'header', name: 'X-Key' };
    const complaints = await complaintsOf({
      'one.yaml': contractText(
        { '/a': plainPath() },
        { components: { securitySchemes: { key: first } } },
      ),
      'two.yaml': contractText(
        { '/b': plainPath() },
        { components: { securitySchemes: { key: scheme } } },
      ),
    });
    expect(complaints).toHaveLength(count);
    if (count > 0) {
      expect(complaints).toMatchObject([
        {
          file: expect.stringMatching(/two\.yaml$/),
          pointer: '/components/securitySchemes/key',
          message: expect.stringMatching(/"key" is another one in .*one\.yaml:\d+$/),
        },
      ]);
    }
  });

  it('keep their ids and collections apart, and their schemas, too', async () => {
    const contract = await loadAll({
      'one.yaml': withItem('/things/{id}', 'id'),
      'two.yaml': withItem('/v2/things/{slug}', 'slug'),
    });
    expect(contract.operations.map(({ id }) => id)).toEqual(['get', 'two.get']);
    expect(contract.warnings).toMatchObject([
      {
        file: expect.stringMatching(/two\.yaml$/),
        message: expect.stringMatching(
          /"get" is also that of .*one\.yaml:\d+; here it is "two\.get"$/,
        ),
      },
    ]);
    expect(contract.collections.map(({ name, key }) => [name, key])).toEqual([
      ['things', ['id']],
      ['two.things', ['slug']],
    ]);
    const targets = contract.operations.map((operation) => contract.targets.get(operation));
    expect(
      targets.map((target) =>
        target?.role === 'improvised' ? undefined : target?.collection.name,
      ),
    ).toEqual(['things', 'two.things']);
    expect(contract.collections).toEqual(
      targets.map((target) => (target?.role === 'improvised' ? undefined : target?.collection)),
    );
  });

  it('rename the parents of what they rename', async () => {
    const path = { parameters: pathParameters('a', 'b'), get: plainOperation() };
    const contract = await loadAll({
      'one.yaml': contractText({ '/as/{a}/bs/{b}': path }),
      'two.yaml': contractText({ '/v2/as/{a}/cs/{b}': path }),
    });
    expect(
      contract.collections.map(({ name, parents }) => [
        name,
        parents.map((parent) => parent.collection),
      ]),
    ).toEqual([
      ['as', []],
      ['bs', ['as']],
      ['two.as', []],
      ['cs', ['two.as']],
    ]);
  });

  it('are told apart where their files bear the same name', async () => {
    const contract = await loadAll({
      'one/api.yaml': withItem('/things/{id}', 'id'),
      'two/api.yaml': withItem('/v2/things/{id}', 'id'),
      'three/api.yaml': withItem('/v3/things/{id}', 'id'),
    });
    expect(contract.operations.map(({ id }) => id)).toEqual(['get', 'api.get', 'api-2.get']);
  });
});
