import { describe, expect, it } from 'vitest';

import type { Collection } from '../../contract/plan/plan.ts';
import type { Item } from '../../store/record.ts';
import { saveWorld } from '../../store/shop.test-kit.ts';
import { indexContract } from '../contract-index.ts';
import { createSeedTools } from '../seed-tools.ts';
import type { Plot, WorldContext } from './existing-records.test-kit.ts';
import { pathsOf, setScene } from './existing-records.test-kit.ts';
import { makeRecords } from './make-records.ts';

const text = { type: 'string' };
const uuid = { type: 'string', format: 'uuid' };
const plot: Plot = {
  paths: {
    ...pathsOf('/teams', 'team_id', 'Team'),
    ...pathsOf('/teams/{team_id}/labels', 'label_id', 'Label'),
    ...pathsOf('/teams/{team_id}/notes', 'note_id', 'Note'),
  },
  schemas: {
    Team: { type: 'object', required: ['id'], properties: { id: uuid } },
    Label: { type: 'object', required: ['id'], properties: { id: uuid } },
    Note: {
      type: 'object',
      required: ['id', 'team_id', 'label_id', 'meta'],
      properties: {
        id: uuid,
        team_id: text,
        label_id: text,
        meta: { type: 'object', required: ['name'], properties: { name: text } },
      },
    },
  },
  fixtures: {
    teams: ['t', 'u'].map((id) => ({ key: id, parents: [], body: { id } })),
    labels: ['t', 'u'].map((team) => ({ key: `of-${team}`, parents: [team], body: {} })),
  },
};

function make(
  { contract, world, existing }: WorldContext,
  name: string,
  count: number,
): readonly Item[] {
  const tools = createSeedTools(indexContract(contract), 's', { unknownKeys: 'known', records: 3 });
  return [...makeRecords({ tools, world, existing }, name, count)];
}

function change(more: Partial<Collection>): Plot {
  return { ...plot, change: ({ name }) => (name === 'notes' ? more : {}) };
}

describe('records that are made in numbers', () => {
  it('stand under parents that there are, and refer to records under the same', async () => {
    const context = await setScene(plot);
    const made = make(context, 'notes', 20);
    expect(new Set(made.map(({ parents }) => parents[0]))).toEqual(new Set(['t', 'u']));
    for (const { key, parents, body } of made) {
      const [team] = parents;
      expect(body).toMatchObject({ id: key, team_id: team, label_id: `of-${team}` });
    }
    expect(context.world.list('notes', ['t']).length).toBeGreaterThan(0);
  });

  it('are all that there is, from then on', async () => {
    const context = await setScene(plot);
    expect(context.existing.list(context.of('notes'), ['t'])).toHaveLength(3);
    const made = make(context, 'notes', 1);
    expect(context.existing.list(context.of('notes'), [undefined])).toEqual(made);
    expect(context.existing.find(context.of('notes'), 'x', ['t'])).toBeUndefined();
    expect(saveWorld(context.world).planted).toContain('notes');
  });

  it('may have keys that stand deeper', async () => {
    const context = await setScene(change({ key: ['meta', 'name'] }));
    for (const { key, body } of make(context, 'notes', 3)) {
      expect(body['meta']).toMatchObject({ name: key });
    }
    expect(context.world.items('notes')).toHaveLength(3);
  });

  it('are one for each where there is one, and no more', async () => {
    const context = await setScene(change({ kind: 'singleton', key: undefined }));
    const made = make(context, 'notes', 2);
    expect(new Set(made.map(({ parents }) => parents[0]))).toEqual(new Set(['t', 'u']));
    expect(made.map(({ key }) => key)).toEqual(['', '']);
    expect(() => make(context, 'notes', 1)).toThrow(/none is left without/);
  });

  it('link what there is, each once, and no more', async () => {
    const context = await setScene(change({ kind: 'links', of: 'labels' }));
    const made = make(context, 'notes', 2);
    expect(made.map(({ key, parents }) => `${key} ${parents[0]}`).toSorted()).toEqual([
      'of-t t',
      'of-u u',
    ]);
    expect(made[0]?.body).toEqual({});
    expect(() => make(context, 'notes', 1)).toThrow(/every record of "labels" is linked already/);
  });

  it('need no parent that is optional', async () => {
    const parents = [
      { parameter: 'team_id', collection: 'crews', member: undefined, isOptional: true },
    ];
    const context = await setScene(change({ parents }));
    expect(make(context, 'notes', 1)).toMatchObject([{ parents: [undefined] }]);
  });
});
