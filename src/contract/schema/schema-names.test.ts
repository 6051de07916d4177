import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../../base/json.ts';
import { parseSource } from '../../text/source.ts';
import { listNamed, nameOfIdentity, schemaIdentity, schemaName } from './schema-names.ts';

const folder = 'file:///service/contract';

describe('the name of a schema', () => {
  it.each<[string, string, string, string | undefined]>([
    ['a component', 'openapi.yaml', '/components/schemas/Pet', 'Pet'],
    ['a component with a slash', 'openapi.yaml', '/components/schemas/a~1b', 'a/b'],
    ['a component named like a keyword', 'openapi.yaml', '/components/schemas/items', 'items'],
    ['a definition of Swagger 2.0', 'swagger.json', '/definitions/Pet', 'Pet'],
    ['a definition inside a schema', 'openapi.yaml', '/components/schemas/Pet/$defs/Tag', 'Tag'],
    ['a file', 'schemas/Pet.yaml', '', 'Pet'],
    ['a file with dots and spaces', 'schemas/v1.My%20Pet.json', '', 'v1.My Pet'],
    ['a part of a file', 'sch/b.yaml', '/B', 'B'],
    ['a deeper part of a file', 'common.yaml', '/types/money/Amount', 'Amount'],
    ['components of a file', 'common.yaml', '/components/schemas/Pet', 'Pet'],
    ['a member', 'openapi.yaml', '/components/schemas/Pet/properties/tag', undefined],
    ['a member of a file', 'schemas/Pet.yaml', '/properties/tag', undefined],
    ['the items of a file', 'schemas/Pets.yaml', '/items', undefined],
    ['a member called "schemas"', 'schemas/Pet.yaml', '/properties/schemas/items', undefined],
    ['a body', 'paths/pets.yaml', '/get/responses/200/content/application~1json/schema', undefined],
    ['a parameter', 'parameters.yaml', '/Limit/schema', undefined],
  ])('is right for %s', (_, file, pointer, name) => {
    const part = { uri: `${folder}/${file}`, pointer, value: {} };
    expect(schemaName(part)).toBe(name);
    const identity = schemaIdentity(part);
    expect(identity === undefined ? undefined : nameOfIdentity(identity)).toBe(name);
  });
});

describe('the named schemas of all files', () => {
  const list = (files: Readonly<Record<string, JsonValue>>): readonly string[] => {
    const sources = Object.entries(files).map(([file, root]) => {
      const uri = `${folder}/${file}`;
      return [uri, parseSource(file, JSON.stringify(root))] as const;
    });
    return listNamed(new Map(sources)).map(
      ({ name, part }) => `${name} ${part.uri.slice(folder.length + 1)}#${part.pointer}`,
    );
  };
  const text = { type: 'string' };
  const contract = { openapi: '3.1.0', components: { schemas: { Cat: text, Ant: text } } };

  it('are those of the contract first, both by name', () => {
    const files = { 'b.json': { Bee: text }, 'Ape.json': text, 'openapi.json': contract };
    expect(list(files)).toEqual([
      'Ant openapi.json#/components/schemas/Ant',
      'Cat openapi.json#/components/schemas/Cat',
      'Ape Ape.json#',
      'Bee b.json#/Bee',
    ]);
  });

  it('are no paths, parameters and responses', () => {
    const response = { description: 'A', content: { 'application/json': { schema: text } } };
    const files = {
      'cat.json': { get: { responses: { 200: response } } },
      'parameters.json': { Limit: { name: 'limit', in: 'query', schema: text } },
      'responses.json': { Fine: response },
    };
    expect(list(files)).toEqual([]);
  });
});
