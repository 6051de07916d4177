import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import { fileOf, findPlace, folderOf, uriOf } from './places.ts';

async function folderWith(names: readonly string[]): Promise<string> {
  return writeFolder(Object.fromEntries(names.map((name) => [name, 'openapi: 3.1.0\n'])));
}

describe('a folder stands for the contract in it', () => {
  it.each<[names: readonly string[], found: string]>([
    [['openapi.yaml'], 'openapi.yaml'],
    [['openapi.yml', 'pets.yaml'], 'openapi.yml'],
    [['openapi.json', 'swagger.json'], 'openapi.json'],
    [['swagger.json', 'api.yaml'], 'swagger.json'],
    [['api.yml', 'openapi.yaml/x'], 'api.yml'],
  ])('%j: %s', async (names, found) => {
    const folder = await folderWith(names);
    expect(findPlace(folder)).toBe(join(folder, found));
  });

  it.each<[what: string, names: readonly string[], message: RegExp]>([
    [
      'two of the same name',
      ['openapi.yaml', 'openapi.json'],
      /: the folder has openapi\.yaml and openapi\.json: name the one to serve, such as .*\/openapi\.json$/,
    ],
    [
      'only others',
      ['notes.txt', 'pets.yaml', 'users.json'],
      /: the folder has no openapi\.\*, swagger\.\*, api\.\* \(yaml, yml, json\): name the file, such as .*\/pets\.yaml$/,
    ],
    ['nothing', [], /: the folder has no openapi\.\*, .*: name the file$/],
  ])('or is refused with what was found: %s', async (_, names, message) => {
    const folder = await folderWith(names);
    expect(() => findPlace(folder)).toThrow(message);
  });
});

describe('a place', () => {
  it.each([
    ['api/openapi.yaml', join(process.cwd(), 'api/openapi.yaml')],
    ['file:///srv/openapi.yaml', '/srv/openapi.yaml'],
    ['https://api.example', 'https://api.example/'],
    ['HTTP://127.0.0.1:3000/openapi.json#/info', 'http://127.0.0.1:3000/openapi.json'],
    ['-', '-'],
    // Reading tells what is wrong with it.
    [`/${'long'.repeat(2000)}`, `/${'long'.repeat(2000)}`],
  ])('%s is %s', (named, place) => {
    expect(findPlace(named)).toBe(place);
  });

  it('that begins like a URL and is none is refused', () => {
    expect(() => findPlace('http://[/x')).toThrow(/is no URL: name a contract such as https:/);
  });

  it('with a password that is not escaped is refused', () => {
    expect(() => findPlace('https://ann:a@b/c@api.example/openapi.json')).toThrow(
      /write %40 for @/,
    );
    const escaped = 'https://ann:a%40b%2Fc@api.example/openapi.json';
    expect(findPlace(escaped)).toBe(escaped);
  });

  it.each([
    ['/srv/api/openapi.yaml', 'file:///srv/api/openapi.yaml', '/srv/api'],
    ['https://api.example/v1/openapi.json', 'https://api.example/v1/openapi.json', process.cwd()],
    ['-', uriOf(fileOf('-')), process.cwd()],
  ])('%s has a base for references, and a folder of fixtures', (place, uri, folder) => {
    expect([uriOf(place), folderOf(place)]).toEqual([uri, folder]);
  });
});
