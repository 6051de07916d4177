import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { valueAt } from '../../base/json.ts';
import type { Item } from '../../store/record.ts';
import type { Plot } from './existing-records.test-kit.ts';
import { pathsOf, setScene } from './existing-records.test-kit.ts';

const text = { type: 'string' };

function note(properties: JsonObject): Plot {
  return {
    paths: {
      ...pathsOf('/teams', 'team_id', 'Team'),
      ...pathsOf('/teams/{team_id}/people', 'person_slug', 'Person'),
      ...pathsOf('/teams/{team_id}/categories', 'category_id', 'Category'),
      ...pathsOf('/teams/{team_id}/notes', 'note_id', 'Note'),
    },
    schemas: {
      Team: { type: 'object', required: ['id'], properties: { id: text } },
      Person: { type: 'object', required: ['slug'], properties: { slug: text } },
      Category: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
      Note: {
        type: 'object',
        required: ['id', ...Object.keys(properties)],
        properties: { id: text, ...properties },
      },
    },
    fixtures: {
      people: ['ann', 'bob'].map((slug) => ({ key: slug, parents: ['t'], body: { slug } })),
      categories: [7, 8].map((id) => ({ key: String(id), parents: ['t'], body: { id } })),
    },
  };
}

async function read(plot: Plot, parents: readonly string[] = ['t']): Promise<JsonObject> {
  const { existing, of } = await setScene(plot);
  return existing.find(of('notes'), 'n', parents)?.body ?? {};
}

describe('a member that is named like the key of a collection', () => {
  const integer = { type: 'integer' };
  const slug = { type: 'object', required: ['slug'], properties: { slug: text, mood: text } };

  it.each<[string, JsonObject, unknown[]]>([
    ['category_id', integer, [7, 8]],
    ['categoryId', text, ['7', '8']],
    ['category', integer, [7, 8]],
    ['person_slug', text, ['ann', 'bob']],
    ['team_id', text, ['t']],
    ['team', text, ['t']],
  ])('points to a record that there is: %s as %j', async (name, schema, expected) => {
    const body = await read(note({ [name]: schema }));
    expect(expected).toContain(body[name]);
  });

  it('may be a list of them', async () => {
    const ids = { type: 'array', items: integer, minItems: 2, maxItems: 4 };
    const { category_ids: found } = await read(note({ category_ids: ids }));
    expect(Array.isArray(found) && found.every((id) => id === 7 || id === 8)).toBe(true);
  });

  it('may be a list of records, and shows each once where the schema allows', async () => {
    const people = { type: 'array', items: slug };
    const slugs = async (schema: JsonObject): Promise<readonly unknown[]> => {
      const found = valueAt(await read(note({ people: schema })), '/people');
      return Array.isArray(found) ? found.map((one) => valueAt(one, '/slug')) : [];
    };
    expect(await slugs({ ...people, minItems: 4 })).toHaveLength(4);
    const each = await slugs(people);
    expect(each.length).toBeGreaterThan(0);
    expect(new Set(each).size).toBe(each.length);
  });

  it('may stand within', async () => {
    const { person } = await read(note({ person: slug }));
    expect(['ann', 'bob']).toContain(Object(person)['slug']);
    expect(person).toHaveProperty('mood');
  });

  it.each<[string, JsonObject]>([
    ['of another form', { category_id: { type: 'boolean' } }],
    ['that may not', { person_slug: { enum: ['zoe'] } }],
    ['of a name of something else', { categorical: text, slug: text }],
    ['that is what the record is', { note: text }],
    ['that is an e-mail address', { person: { type: 'string', format: 'email' } }],
    ['that is a URL', { category: { type: 'string', format: 'uri' } }],
  ])('is left as it is: %s', async (_, properties) => {
    const plot = note(properties);
    const { people: __, categories: ___, ...fixtures } = plot.fixtures ?? {};
    expect(await read(plot)).toEqual(await read({ ...plot, fixtures }));
  });

  it('points to nothing where nothing is, and not to records of others', async () => {
    const body = await read(note({ person_slug: text, category_id: integer }), ['u']);
    expect(['ann', 'bob']).not.toContain(body['person_slug']);
    expect([7, 8]).not.toContain(body['category_id']);
  });

  it('points to what is made up where nobody has said what there is', async () => {
    const plot = note({ category_id: integer });
    const { existing, of } = await setScene({ ...plot, fixtures: {} });
    const listed = existing.list(of('categories'), ['t']).map(({ body }) => body['id']);
    expect(listed).toContain(existing.find(of('notes'), 'n', ['t'])?.body['category_id']);
  });

  it('points elsewhere when that is gone, and stays when more is made', async () => {
    const { existing, of, world } = await setScene(note({ category_id: integer }));
    const pointed = (): unknown => existing.find(of('notes'), 'n', ['t'])?.body['category_id'];
    const before = pointed();
    const item = existing.find(of('categories'), String(before), ['t']);
    expect(item).toBeDefined();
    if (item) await world.commit(existing.removal(of('categories'), [item]));
    expect([7, 8]).toContain(pointed());
    expect(pointed()).not.toBe(before);
  });

  it('goes round no circles', async () => {
    const circle = { type: 'object', required: ['id', 'team_id', 'note_id'] };
    const properties = { id: text, team_id: text, note_id: text };
    const { existing, of } = await setScene({
      paths: { ...pathsOf('/teams', 'id', 'Team'), ...pathsOf('/notes', 'id', 'Note') },
      schemas: { Team: { ...circle, properties }, Note: { ...circle, properties } },
    });
    const keys = (name: string): readonly string[] =>
      existing.list(of(name), []).map(({ key }) => key);
    for (const { body } of existing.list(of('teams'), []))
      expect(keys('notes')).toContain(body['note_id']);
    for (const { body } of existing.list(of('notes'), []))
      expect(keys('teams')).toContain(body['team_id']);
  });
});

describe('a record that is about to be written', () => {
  it('points to all that are stored, in about equal parts', async () => {
    const plot = note({ category_id: { type: 'integer' } });
    const stored = Array.from({ length: 5 }, (_, id): Item => {
      return { key: String(id), parents: ['t'], body: { id } };
    });
    const { existing, of } = await setScene({ ...plot, fixtures: { categories: stored } });
    const counts = [0, 0, 0, 0, 0];
    for (let number = 0; number < 500; number += 1) {
      const body = { id: String(number), category_id: -1 };
      const from = { collection: of('notes'), key: String(number), parents: ['t'], body };
      const id = Number(existing.pointReferences(from)['category_id']);
      counts[id] = (counts[id] ?? 0) + 1;
    }
    for (const count of counts) expect(count).toBeGreaterThan(60);
    expect(counts).toHaveLength(5);
  });
});
