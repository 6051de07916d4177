import type { JsonObject, JsonValue } from '../../base/json.ts';
import { onceFor } from '../../base/once.ts';
import type { ListedPlace } from '../../behaviors/records/listed-records.ts';
import { compareOne, valuesOf } from '../../behaviors/lists/ordering.ts';
import type { RecordPage, RecordQuestion } from '../../control/collection-ports.ts';
import { nameParents } from '../../store/parents.ts';
import type { CollectionShape, Item } from '../../store/record.ts';
import { flattenChange, showItem } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { RecordFilter, StepsTo } from './conditions.ts';
import { compileSearch, readFilters } from './conditions.ts';
import type { Turns } from './turns.ts';
import { createTurns, sortInTurns } from './turns.ts';

/** The records of a collection, as a question finds them. */
export interface SearchedCollection {
  readonly shape: CollectionShape;
  readonly world: World;
  /** Places of made-up records, and of records that are stored in such a place. */
  readonly listed: readonly ListedPlace[];
  /** Undefined where the schema allows no record. */
  readonly make: (place: ListedPlace) => Item | undefined;
}

export type SearchRecords = (
  collection: SearchedCollection,
  question: RecordQuestion,
) => Promise<RecordPage>;

/** A stored record, or the place of one that is made up when it is needed. */
export type Row = Item | ListedPlace;

interface Found {
  readonly version: number;
  readonly total: number;
  readonly rows: readonly Row[];
}

interface KeptAnswer {
  readonly name: string;
  readonly version: number;
  readonly found: Promise<Found>;
}

/** Answers for each world: a client pages through one, and looks up references besides. */
const mostKept = 4;

/** Keeps the last answers of each world until it changes: all pages of one question share the search. */
export function createRecordSearch(): SearchRecords {
  const keptIn = onceFor<World, { answers: readonly KeptAnswer[] }>(() => ({ answers: [] }));
  const find = (collection: SearchedCollection, question: RecordQuestion): Promise<Found> => {
    const { world, shape } = collection;
    const { sort = '', search = '', filters, hasMadeUp } = question;
    const { version } = world;
    const name = JSON.stringify([shape.name, sort, search, filters, hasMadeUp]);
    const kept = keptIn(world);
    const present = kept.answers.filter((one) => one.version === version);
    const known = present.find((one) => one.name === name);
    const answer = known ?? { name, version, found: findRows(collection, question) };
    const others = present.filter((one) => one !== answer);
    kept.answers = [answer, ...others].slice(0, mostKept);
    answer.found.catch(() => {
      kept.answers = kept.answers.filter((one) => one !== answer);
    });
    return answer.found;
  };
  return async (collection, question) => {
    const { offset, limit } = question;
    const { rows, total, version } = await find(collection, question);
    const turns = createTurns();
    const records: RecordPage['records'][number][] = [];
    for (const row of rows.slice(offset, offset + limit)) {
      records.push(...describeRow(row, collection));
      await turns.rest();
    }
    return { count: rows.length, total, version, records };
  };
}

/** Empty where the schema allows no record. */
export function describeRow(row: Row, { shape, make }: SearchedCollection): RecordPage['records'] {
  const isStored = isItem(row);
  const item = isStored ? row : make(row);
  if (!item) return [];
  const { key } = item;
  const names = shape.parents.map(({ parameter }) => parameter);
  const parents = nameParents(names, item.parents);
  return [{ key, parents, isMadeUp: !isStored, record: showItem(item, shape) }];
}

export function isItem(row: Row): row is Item {
  return 'body' in row;
}

async function findRows(collection: SearchedCollection, question: RecordQuestion): Promise<Found> {
  const { world } = collection;
  const { version } = world;
  const filters = readFilters(question.filters);
  const all = listRows(collection, question.hasMadeUp);
  const found = { version, total: all.length };
  const { sort = '', search = '' } = question;
  if (filters.length === 0 && sort === '' && search === '') return { ...found, rows: all };
  const turns = createTurns();
  const reader = createReader(collection, question, filters);
  const chosen = await choose(all, collection, reader, turns);
  return {
    ...found,
    rows: sort === '' ? chosen.map(({ row }) => row) : await order(chosen, sort, reader, turns),
  };
}

/** As lists of the contract have them: what they make up, or what is stored in its place, first. */
export function listRows(
  { world, shape, listed }: SearchedCollection,
  hasMadeUp: boolean,
): readonly Row[] {
  const stored = world.items(shape.name);
  if (listed.length === 0) return stored;
  const shown = listed.map((place) => place.stored ?? place);
  const inPlace = new Set<Row>(shown);
  const rows = [...shown, ...stored.filter((item) => !inPlace.has(item))];
  return hasMadeUp ? rows : rows.filter(isItem);
}

/** How the members that a question names are read. */
interface RecordReader {
  readonly stepsTo: StepsTo;
  read(this: void, item: Item): JsonObject;
  /** `record` is what `read` returns. */
  fits(this: void, item: Item, record: JsonObject): boolean;
}

function createReader(
  { shape }: SearchedCollection,
  { sort = '', search = '' }: RecordQuestion,
  filters: readonly RecordFilter[],
): RecordReader {
  const stepsTo: StepsTo = (member) => (shape.hasMember(member) ? [member] : member.split('.'));
  const named = [...filters.map(({ member }) => member), sort.replace(/^-/, '')];
  const beside = new Set([shape.key?.join('.'), ...shape.parents.map((one) => one.parameter)]);
  // The flat form takes long to make, and most questions find the same in the body.
  const isFlat = named.some((member) => beside.has(member));
  const tests = filters.map(({ compile }) => compile(stepsTo));
  const mentions = compileSearch(search);
  return {
    stepsTo,
    read: (item) => (isFlat ? flattenChange(item, shape) : item.body),
    fits: ({ key, parents, body }, record) =>
      tests.every((test) => test(record)) &&
      (search === '' || mentions(body) || mentions(key) || parents.some(mentions)),
  };
}

interface ChosenRow {
  readonly row: Row;
  readonly record: JsonObject;
}

async function choose(
  rows: readonly Row[],
  { make }: SearchedCollection,
  { fits, read }: RecordReader,
  turns: Turns,
): Promise<readonly ChosenRow[]> {
  const chosen: ChosenRow[] = [];
  for (const [index, row] of rows.entries()) {
    const isStored = isItem(row);
    // A made-up record takes as long as hundreds of stored ones.
    if (!isStored || index % 64 === 0) await turns.rest();
    const item = isStored ? row : make(row);
    const record = item && read(item);
    if (record && fits(item, record)) chosen.push({ row, record });
  }
  return chosen;
}

async function order(
  chosen: readonly ChosenRow[],
  sort: string,
  { stepsTo }: RecordReader,
  turns: Turns,
): Promise<readonly Row[]> {
  const rule = {
    steps: stepsTo(sort.replace(/^-/, '')),
    isDescending: sort.startsWith('-'),
  };
  const column: JsonValue[] = [];
  const places: number[] = [];
  for (const [index, { record }] of chosen.entries()) {
    if (index % 256 === 0) await turns.rest();
    column.push(valuesOf([rule], record)[0] ?? null);
    places.push(index);
  }
  await turns.rest();
  const compare = compareOne(rule, column);
  await turns.rest();
  const rows: Row[] = [];
  for (const at of await sortInTurns(places, compare, turns)) {
    const { row } = chosen[at] ?? {};
    if (row) rows.push(row);
  }
  return rows;
}
