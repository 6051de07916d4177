import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../base/json.ts';
import type { Line } from '../plan.test-kit.ts';
import { collectionsOf, listOf, objectOf, plan, ref, targetsOf, wrap } from '../plan.test-kit.ts';

const schemas = { Film: objectOf('id', 'title'), Actor: objectOf('id', 'name') };
const [film, films] = [wrap({ data: ref('Film') }), wrap({ data: listOf('Film') })];
const done = wrap({ ok: { type: 'boolean' } });
const withId = objectOf('id');
const making = { 'x-stuntdouble': { role: 'create', collection: 'films' } };

async function planned(lines: readonly Line[]): Promise<readonly string[]> {
  const targets = targetsOf(await plan(lines, schemas));
  return Object.entries(targets).map(([id, what]) => `${id}: ${what}`);
}

describe('a call stands for', () => {
  const usual: readonly Line[] = [
    ['POST /films.create', film, objectOf('title')],
    ['POST /films.info', film, withId],
    ['POST /films.list', films, objectOf('title')],
  ];

  it.each<[string, Line]>([
    ['read films []', ['POST /films.get', film, withId]],
    ['read films []', ['GET /films.details?', film, undefined, { parameters: [inQuery('id')] }]],
    ['list films []', ['POST /films.index', films]],
    ['list films []', ['POST /films.all', films, withId]],
    ['action films []', ['POST /films.all', films, { ...withId, required: ['id'] }]],
    ['list films []', ['POST /films.search', films, objectOf('query')]],
    ['list films []', ['POST /films.search_titles', films, objectOf('query', 'film')]],
    ['merge films []', ['POST /films.edit', film, objectOf('id', 'title')]],
    ['merge films []', ['PATCH /films.update', film, objectOf('id', 'title')]],
    ['delete films []', ['POST /films.destroy', done, withId]],
    ['delete films []', ['POST /films.remove', done, withId]],
    ['create films []', ['POST /films.new', film, objectOf('id', 'title')]],
    ['action films []', ['POST /films.add', done, withId]],
    ['action films []', ['POST /films.publish', film, withId]],
    ['create films []', ['POST /films.duplicate', film, withId]],
    ['improvised', ['POST /films.publish_all', done, objectOf('reason')]],
    ['improvised', ['POST /films.update', film, objectOf('title')]],
    ['improvised', ['POST /films.delete', done, objectOf('reason')]],
    ['improvised', ['POST /films.publish', film, wrap({ id: listOf('Film') })]],
    ['improvised', ['GET /films.publish', film, undefined, { parameters: [inQuery('id')] }]],
    ['merge films []', ['POST /films.rate', film, withId, { 'x-stuntdouble': { role: 'merge' } }]],
    ['create films []', ['POST /films.update', film, objectOf('title'), making]],
  ])('%s: %j', async (what, [line, ...rest]) => {
    const id = line.replace('?', '');
    const targets = targetsOf(await plan([...usual, [id, ...rest]], schemas));
    expect(targets[id]).toBe(what);
  });

  it.each<[string, readonly Line[]]>([
    [
      'nouns below another, which the path names with dots',
      [
        ['POST /admin.films.create', film, objectOf('title')],
        ['POST /admin.films.info', film, withId],
      ],
    ],
    [
      'nouns behind a version',
      [
        ['POST /api/v1/films.create', film, objectOf('title')],
        ['POST /api/v1/film.info', film, withId],
      ],
    ],
    [
      'a key that is called as the reply calls the record',
      [
        ['POST /films.create', wrap({ movie: ref('Film') }), objectOf('title')],
        ['POST /films.info', wrap({ movie: ref('Film') }), objectOf('movie')],
      ],
    ],
    [
      'a key with the name of the noun in front',
      [
        ['POST /films.create', film, objectOf('title')],
        ['POST /films.info', film, objectOf('filmId')],
      ],
    ],
  ])('what it says, with %s', async (_, lines) => {
    const found = await planned(lines);
    expect(found.map((one) => one.replace(/^.*: /, ''))).toEqual([
      'create films []',
      'read films []',
    ]);
  });

  it('one that makes a record of the name that is sent', async () => {
    const topic = objectOf('name', 'color');
    const found = await planned([
      ['POST /topics.add', topic, objectOf('name')],
      ['POST /topics.get', topic, objectOf('name')],
    ]);
    expect(found).toEqual([
      'POST /topics.add: create topics []',
      'POST /topics.get: read topics []',
    ]);
  });

  it('one below the parents that the path has', async () => {
    const contract = await plan(
      [
        ['GET /studios/{studio}', objectOf('id', 'name')],
        ['POST /studios/{studio}/films.create', film, objectOf('title')],
        ['POST /studios/{studio}/films.info', film, withId],
      ],
      schemas,
    );
    expect(collectionsOf(contract)).toEqual(['studios: id <', 'films: id < studio(studios)']);
    expect(targetsOf(contract)).toMatchObject({
      'POST /studios/{studio}/films.create': 'create films [0]',
      'POST /studios/{studio}/films.info': 'read films [0]',
    });
  });
});

describe('nothing is read into', () => {
  it.each<[string, readonly Line[]]>([
    ['one verb alone', [['POST /films.info', film, withId]]],
    [
      'replies without a record',
      [
        ['POST /films.create', done, objectOf('title')],
        ['POST /films.info', done, withId],
        ['POST /films.delete', done, withId],
      ],
    ],
    [
      'the key of something else',
      [
        ['POST /films.info', film, objectOf('actorId')],
        ['POST /films.delete', done, objectOf('actorId')],
      ],
    ],
    [
      'files',
      [
        ['GET /films.json', films],
        ['GET /films.xml', films],
      ],
    ],
    [
      'a verb behind a noun that paths name by a key',
      [
        ['GET /films/{id}', film],
        ['POST /films/info', film, withId],
        ['POST /films/update', film, objectOf('id', 'title')],
      ],
    ],
  ])('%s', async (_, lines) => {
    const found = await planned(lines);
    expect(found.filter((one) => /^POST .*: (?:read|merge|delete)/.test(one))).toEqual([]);
  });
});

function inQuery(name: string): JsonObject {
  return { name, in: 'query', required: true, schema: { type: 'string' } };
}
