import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../../base/json.ts';
import type { DiskFile } from './disk.ts';
import type { StateSource } from './saved-state.ts';
import { readJsonPieces, scanFile, UnreadableJson } from './file-scan.ts';
import { writeState } from './snapshot.ts';

type Lists = Readonly<Record<string, readonly JsonValue[]>>;

const fingerprints = { contract: 'c "1"', fixtures: 'f' };

type State = Pick<StateSource, 'tombstones' | 'deletions'> & { collections: Lists; born: Lists };

function write(lists: State, planted: string[]): string {
  const entries = (one: Lists): [string, readonly JsonValue[]][] => Object.entries(one);
  const source = {
    fingerprints,
    planted,
    collections: entries(lists.collections),
    tombstones: lists.tombstones,
    deletions: lists.deletions,
    born: entries(lists.born),
    known: {},
  };
  return [...writeState(source, { journal: 7, id: 'abc' })].join('');
}

/** As the library would have written it, at once. */
function writePlainly(
  { collections, tombstones, deletions, born }: State,
  planted: string[],
): string {
  const head = { format: 2, ...fingerprints, journal: 7, id: 'abc' };
  const births = withoutEmpty(born);
  const state = {
    stuntdouble: head,
    planted,
    collections,
    ...(Object.keys(deletions).length > 0 ? { deletions } : {}),
    ...([...tombstones].length > 0 ? { tombstones } : {}),
    ...(Object.keys(births).length > 0 ? { born: births } : {}),
  };
  return `${JSON.stringify(state, undefined, 2)}\n`;
}

function withoutEmpty(lists: Lists): Lists {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

const name = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'a b', '10'));
const lists = fc.dictionary(name, fc.array(fc.jsonValue() as fc.Arbitrary<JsonValue>), {
  noNullPrototype: true,
});
const deletions = fc.dictionary(name, fc.record({ count: fc.nat(), highest: fc.nat() }), {
  noNullPrototype: true,
});
const group = fc.record(
  {
    collection: name,
    parents: fc.dictionary(name, name, { noNullPrototype: true }),
    keys: fc.array(name),
  },
  { requiredKeys: ['collection', 'keys'], noNullPrototype: true },
);
const states = fc.record({
  collections: lists,
  tombstones: fc.array(group),
  deletions,
  born: lists,
});

describe('the text of a state', () => {
  it('is what a person can read, and the same as if it was written at once', () => {
    fc.assert(
      fc.property(states, fc.array(name), (state, planted) => {
        expect(write(state, planted)).toBe(writePlainly(state, planted));
      }),
    );
  });

  it.each<[string, Partial<State>]>([
    ['nothing', {}],
    ['empty lists', { collections: { a: [], b: [] }, born: { a: [] } }],
    ['texts with lines', { collections: { a: [{ x: 'one\ntwo' }, {}, []] } }],
    [
      'tombstones',
      {
        tombstones: [{ collection: 'a', parents: { b: 'c' }, keys: ['1', '2'] }],
        deletions: { a: { count: 2, highest: 2 } },
        born: { z: [], a: [{ key: '2' }] },
      },
    ],
  ])('of %s', (_, given) => {
    const state = { collections: {}, tombstones: [], deletions: {}, born: {}, ...given };
    expect(write(state, [])).toBe(writePlainly(state, []));
  });

  it('goes through lists one record at a time', () => {
    let taken = 0;
    function* records(): Generator<JsonValue> {
      for (; taken < 1000; taken += 1) yield { id: taken };
    }
    const source = {
      fingerprints,
      planted: [],
      collections: [['a', records()]] as const,
      tombstones: [],
      deletions: {},
      born: [],
      known: {},
    };
    const text = writeState(source, { journal: 1 });
    for (let piece = 0; piece < 10; piece += 1) text.next();
    expect(taken).toBeLessThan(10);
  });
});

function fileOf(text: string): DiskFile {
  const bytes = Buffer.from(text);
  const never = (): never => {
    throw new Error('this is not asked for');
  };
  return {
    read: async (into, position) => bytes.copy(into, 0, position),
    look: async () => ({ id: '', size: bytes.length }),
    write: never,
    truncate: never,
    datasync: never,
    sync: never,
    close: never,
  };
}

function readInPieces(text: string, size: number, levels = 3): Promise<JsonValue> {
  return scanFile(fileOf(text), (pane) => readJsonPieces(pane, levels), size);
}

describe('JSON that is read in pieces', () => {
  it('says what it says at once, however it is written and cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json({ maxDepth: 6 }),
        fc.constantFrom(undefined, 1, '\t', ' \r\n'),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 4 }),
        async (json, space, size, levels) => {
          const value = JSON.parse(json) as JsonValue;
          const pretty = JSON.stringify(value, undefined, space);
          expect(await readInPieces(` ${pretty}\n`, size, levels)).toEqual(value);
        },
      ),
    );
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['a member twice', '{"a": 1, "a": 2}'],
    ['a member twice, deep down', '{"a": {"b": [{"c": 1, "c": 2}]}}'],
    ['something behind the end', '{} {}'],
    ['no colon', '{"a" 1}'],
    ['no comma', '{"a": 1 "b": 2}'],
    ['no comma in a list', '{"a": [1 2]}'],
    ['a comma too many', '{"a": 1,}'],
    ['a comma too many in a list', '{"a": [1,]}'],
    ['a name that is none', '{a: 1}'],
    ['a number as a name', '{1: 1}'],
    ['no end', '{"a": [{"b": 1'],
    ['no end of a text', '{"a": "b'],
    ['a wrong end', '{"a": [1}'],
    ['a wrong end, deep down', '{"a": {"b": [{"c": [1}]]}}'],
    ['a word', '{"a": nothing}'],
    ['a wrong escape', '{"a": "\\x"}'],
    ['a line within a text', '{"a": "\n"}'],
    ['a comment', '{"a": 1 /* one */}'],
  ])('is refused where it is none: %s', async (_, text) => {
    for (const size of [1, 7, 1000])
      await expect(readInPieces(text, size)).rejects.toThrow(UnreadableJson);
  });

  it('is refused, or it is JSON, whatever is changed in it', async () => {
    const text = JSON.stringify({ a: { b: [{ c: 'd"e' }, [1, 2.5e3], null], f: [] }, g: [true] });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: text.length - 1 }),
        fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', ' ', '1', 'x', '\\'),
        async (at, other) => {
          const changed = text.slice(0, at) + other + text.slice(at + 1);
          const [ours] = await Promise.allSettled([readInPieces(changed, 16)]);
          const theirs = parse(changed);
          if (ours.status === 'fulfilled') expect(ours.value).toEqual(theirs);
          else if (theirs !== undefined) expect(String(ours.reason)).toContain('twice');
        },
      ),
      { numRuns: 500 },
    );
  });
});

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
