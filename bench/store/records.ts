import type { Item, CollectionShape } from '../../src/store/record.ts';
import type { StateMaking, State } from '../../src/store/state/state.ts';
import { beginState } from '../../src/store/state/state.ts';
import { createTables, editTables } from '../../src/store/tables/tables.ts';

/** Records of about 250 bytes, in a hundred families. */
export const collection = 'records';

const families = 100;

const shapes: readonly CollectionShape[] = [
  {
    name: 'families',
    key: ['slug'],
    parents: [],
    check: () => [],
    hasMember: (name) => ['slug', 'name'].includes(name),
  },
  {
    name: collection,
    key: ['id'],
    parents: [{ parameter: 'family_slug', collection: 'families', isOptional: false }],
    check: () => [],
    hasMember: (name) => ['id', 'name', 'note', 'count', 'made_at', 'tags'].includes(name),
  },
];

export const madeFor: StateMaking = { shapes, fingerprints: { contract: 'c', fixtures: 'f' } };

export function makeRecord(number: number, count: number): Item {
  const key = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const body = {
    id: key,
    name: `Record number ${number}`,
    note: 'Something that somebody wrote about it, as long as such things are.',
    count,
    made_at: '2026-03-02T09:14:07Z',
    tags: ['one', 'another'],
  };
  return { key, parents: [`family-${number % families}`], body };
}

export function makeState(size: number): State {
  const draft = editTables(createTables(shapes.map(({ name }) => name)));
  for (let at = 0; at < families; at += 1) {
    const slug = `family-${at}`;
    draft.at('families')?.put({ key: slug, parents: [], body: { slug, name: slug } });
  }
  for (let at = 0; at < size; at += 1) draft.at(collection)?.put(makeRecord(at, 0));
  return beginState(madeFor, draft.done(), new Set(shapes.map(({ name }) => name)));
}
