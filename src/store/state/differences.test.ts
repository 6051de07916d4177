import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { pointerSteps } from '../../base/json.ts';
import type { Item, CollectionShape } from '../record.ts';
import { flattenItem } from '../record.ts';
import type { Table } from '../tables/table.ts';
import { tableOf } from '../tables/table.ts';
import type { Tables } from '../tables/tables.ts';
import { createTables, editTables } from '../tables/tables.ts';
import type { PatchStep } from './differences.ts';
import { describeDifferences } from './differences.ts';
import type { State } from './state.ts';
import { applyChanges, beginState } from './state.ts';

const things: CollectionShape = {
  name: 'a/things~',
  key: ['id'],
  parents: [{ parameter: 'home', collection: undefined, isOptional: true }],
  check: undefined,
  hasMember: (name) => name === 'id',
};
const others: CollectionShape = { ...things, name: 'others' };
const shapes = [things, others];

function thing(id: string, body: JsonObject = {}, home?: string): Item {
  return { key: id, parents: [home], body: { id, ...body } };
}

function stateOf(items: readonly Item[]): State {
  const draft = editTables(createTables(shapes.map(({ name }) => name)));
  for (const item of items) draft.at(things.name)?.put(item);
  const making = { shapes, fingerprints: { contract: 'c', fixtures: 'f' } };
  return beginState(making, draft.done(), new Set());
}

function itemsIn({ tables }: State): readonly Item[] {
  return tables.get(things.name)?.items() ?? [];
}

/** What `GET /state` shows. */
function show(state: State): JsonObject {
  return Object.fromEntries(
    shapes.map((shape) => [
      shape.name,
      (state.tables.get(shape.name)?.items() ?? []).map((item) => flattenItem(item, shape)),
    ]),
  );
}

/** RFC 6902, on a copy, as far as it is used; it fails where a strict reader would. */
function apply(document: JsonValue, patch: readonly PatchStep[]): unknown {
  const root: unknown = structuredClone(document);
  for (const step of patch) {
    const steps = pointerSteps(step.path);
    const name = steps.at(-1) ?? '';
    const holder = steps.slice(0, -1).reduce(stepInto, root);
    if (step.op !== 'add') stepInto(holder, name);
    if (Array.isArray(holder)) changeList(holder, Number(name), step);
    else changeObject(holder, name, step);
  }
  return root;
}

function stepInto(holder: unknown, name: string): unknown {
  if (typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name))
    return Reflect.get(holder, name);
  throw new Error(`there is no ${name}`);
}

function changeList(list: unknown[], at: number, step: PatchStep): void {
  if (at > list.length) throw new Error(`out of reach: ${step.path}`);
  const values = step.op === 'remove' ? [] : [structuredClone(step.value)];
  list.splice(at, step.op === 'add' ? 0 : 1, ...values);
}

function changeObject(holder: unknown, name: string, step: PatchStep): void {
  if (typeof holder !== 'object' || holder === null) throw new Error(`no place: ${step.path}`);
  if (step.op === 'remove') Reflect.deleteProperty(holder, name);
  else {
    const value = structuredClone(step.value);
    const all = { writable: true, enumerable: true, configurable: true };
    Object.defineProperty(holder, name, { value, ...all });
  }
}

describe('the differences of two states', () => {
  const base = stateOf([thing('1', { n: 1, deep: { a: 1, b: [1] } }), thing('2'), thing('3')]);
  const [one, two, three] = itemsIn(base);
  const at = (rest: string): string => `/a~1things~0${rest}`;
  const change = (before: Item | undefined, after: Item | undefined, from = base): State =>
    applyChanges(from, [{ collection: things.name, before, after }]);

  it.each<[string, State, readonly PatchStep[]]>([
    ['nothing', base, []],
    [
      'a member changed',
      change(one, thing('1', { n: 2, deep: { a: 1, b: [1] } })),
      [{ op: 'replace', path: at('/0/n'), value: 2 }],
    ],
    [
      'members within members, and a list as a whole',
      change(one, thing('1', { n: 1, deep: { b: [1, 2], 'c/d': 3 } })),
      [
        { op: 'remove', path: at('/0/deep/a') },
        { op: 'replace', path: at('/0/deep/b'), value: [1, 2] },
        { op: 'add', path: at('/0/deep/c~1d'), value: 3 },
      ],
    ],
    [
      'members in another order',
      change(one, { ...thing('1'), body: { deep: { b: [1], a: 1 }, n: 1, id: '1' } }),
      [],
    ],
    ['a record written again as it was', change(two, thing('2')), []],
    ['a record gone', change(two, undefined), [{ op: 'remove', path: at('/1') }]],
    [
      'a record made',
      change(undefined, thing('4', { x: 1 })),
      [{ op: 'add', path: at('/3'), value: { id: '4', x: 1 } }],
    ],
    [
      'a record gone and another made',
      change(undefined, thing('4'), change(one, undefined)),
      [
        { op: 'remove', path: at('/0') },
        { op: 'add', path: at('/2'), value: { id: '4' } },
      ],
    ],
    [
      'a record made again, behind the others',
      change(undefined, thing('2'), change(two, undefined)),
      [
        { op: 'remove', path: at('/1') },
        { op: 'add', path: at('/2'), value: { id: '2' } },
      ],
    ],
    [
      'all gone',
      change(one, undefined, change(two, undefined, change(three, undefined))),
      [
        { op: 'remove', path: at('/2') },
        { op: 'remove', path: at('/1') },
        { op: 'remove', path: at('/0') },
      ],
    ],
    [
      // Only the parent is another.
      'a record under another parent',
      change(three, thing('3', {}, 'x')),
      [
        { op: 'remove', path: at('/2') },
        { op: 'add', path: at('/2'), value: { id: '3', home: 'x' } },
      ],
    ],
  ])('%s', (_, after, patch) => {
    expect(describeDifferences(base, after)).toEqual(patch);
    expect(apply(show(base), patch)).toEqual(show(after));
  });

  it('are as few where the same records have other ranks, as after a restart', () => {
    const restarted = stateOf([thing('2'), thing('3'), thing('4')]);
    expect(describeDifferences(base, restarted)).toEqual([
      { op: 'remove', path: at('/0') },
      { op: 'add', path: at('/2'), value: { id: '4' } },
    ]);
  });

  it('cost nothing where nobody has changed a collection', () => {
    const sealed: Table['ranked'] = new Proxy(tableOf([thing('1')]).ranked, {
      get() {
        throw new Error('somebody looked');
      },
    });
    const seal = (tables: Tables): Tables => {
      const copy = tables.clone();
      const table = tables.get(others.name);
      if (table) copy.set(others.name, { ...table, ranked: sealed });
      return copy;
    };
    const before = { ...base, tables: seal(base.tables) };
    const gone = change(two, undefined);
    const after = { ...gone, tables: seal(gone.tables) };
    expect(describeDifferences(before, after)).toHaveLength(1);
  });

  const value = fc.oneof(
    fc.nat(2),
    fc.constantFrom(null, 'a'),
    fc.array(fc.nat(1), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b/c', '__proto__'), fc.nat(1), { noNullPrototype: true }),
  );
  const item = fc
    .record({
      id: fc.nat(7),
      home: fc.constantFrom(undefined, 'x', 'y'),
      body: fc.dictionary(fc.constantFrom('m', 'n', '~o'), value, { noNullPrototype: true }),
    })
    .map(({ id, home, body }) => thing(String(id), body, home));
  const command = fc.record({ pick: fc.nat(), item, act: fc.constantFrom('put', 'drop', 'move') });

  it('lead from one to the other, whatever was done and wherever it was loaded from', () => {
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 8 }),
        fc.array(command, { maxLength: 12 }),
        fc.boolean(),
        (items, commands, isRestarted) => {
          const before = stateOf(items);
          let after = before;
          for (const { pick, item: given, act } of commands) {
            const all = itemsIn(after);
            const picked = all[pick % Math.max(1, all.length)];
            const same = all.find(
              ({ key, parents }) => key === given.key && parents[0] === given.parents[0],
            );
            if (act === 'put') after = change(same, given, after);
            else if (act === 'drop') after = change(picked, undefined, after);
            else if (picked && !same) after = change(picked, given, after);
          }
          if (isRestarted) after = stateOf(itemsIn(after));
          for (const [from, to] of [
            [before, after],
            [after, before],
          ] as const) {
            const patch = describeDifferences(from, to);
            expect(apply(show(from), patch)).toEqual(show(to));
            const moved = patch.filter(({ path }) => pointerSteps(path).length === 2);
            expect(moved.length).toBeLessThanOrEqual(itemsIn(from).length + itemsIn(to).length);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
