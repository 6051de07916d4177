import * as fc from 'fast-check';
import { expect } from 'vitest';

import { ApiError } from '../../base/errors.ts';
import type { RecordChange, Item } from '../record.ts';
import { plantIn } from '../state/state.ts';
import type { World } from './world.ts';
import type { House } from './worlds-folders.test-kit.ts';
import { expectAnswers } from './worlds-folders.test-kit.ts';
import type { Mark, Picture } from './worlds-model.test-kit.ts';
import {
  completePicture,
  isAt,
  listDoomed,
  listIn,
  makeItem,
  mayBe,
  places,
  shapes,
} from './worlds-model.test-kit.ts';

/** What commands are played on: after a restart another house stands there. */
export interface Scene {
  house: House;
  /** Counts what came about. */
  tell(event: string): void;
  /** From now on: so many steps go well, and then so many fail. */
  breakDisk(after: number, count: number): void;
  /** Opens what a process leaves that was stopped, or that came to a sudden end. */
  reopen(end: End): Promise<void>;
}

export type End = 'stop' | 'kill' | 'power cut';

/** A command as it is drawn; most need only some of this. */
export interface Command {
  readonly does: Does;
  readonly world: number;
  /** Whether the one who writes waits until it is durable. */
  readonly waits: boolean;
  readonly place: Mark;
  readonly slot: number;
  readonly number: number;
}

type Does =
  | 'create'
  | 'replace'
  | 'move'
  | 'remove'
  | 'many'
  | 'complete'
  | 'make'
  | 'drop'
  | 'save'
  | 'restore'
  | 'forget'
  | 'reset'
  | 'wait'
  | 'trouble'
  | 'settle'
  | 'stop'
  | 'kill'
  | 'cut';

type Play = (scene: Scene, command: Command) => Promise<void> | void;

const plays: Readonly<Record<Does, Play>> = {
  create: write(create),
  replace: write(replace),
  move: write(move),
  remove: write(remove),
  many: write(many),
  complete,
  make,
  drop,
  save,
  restore,
  forget,
  reset,
  wait,
  trouble: (scene, { slot, number }) => scene.breakDisk(number % 9, slot + 1),
  settle: (scene) => scene.house.settle(),
  stop: (scene) => scene.reopen('stop'),
  kill: (scene) => scene.reopen('kill'),
  cut: (scene) => scene.reopen('power cut'),
};

const weights: Readonly<Record<Does, number>> = {
  create: 10,
  replace: 5,
  move: 3,
  remove: 4,
  many: 3,
  complete: 1,
  make: 3,
  drop: 1,
  save: 4,
  restore: 4,
  forget: 1,
  reset: 1,
  wait: 3,
  trouble: 3,
  settle: 1,
  stop: 1,
  kill: 1,
  cut: 1,
};

const names = Object.entries(weights).flatMap(([name, weight]) =>
  // The names are those of the table.
  Array.from({ length: weight }, () => name as Does),
);

export const anyCommand: fc.Arbitrary<Command> = fc.record({
  does: fc.constantFrom(...names),
  world: fc.nat(5),
  waits: fc.boolean(),
  place: fc.constantFrom(...places),
  slot: fc.nat(2),
  number: fc.nat(999),
});

export async function playCommand(scene: Scene, command: Command): Promise<void> {
  await plays[command.does](scene, command);
}

/** What a request would do to a world; nothing where it would be refused. */
type Writing = (picture: Picture, command: Command, target: World) => readonly RecordChange[];

function write(plan: Writing): Play {
  return async ({ house }, command) => {
    const target = worldAt(house, command);
    const changes = plan(house.pictureOf(target), command, target);
    if (changes.length === 0) return;
    const done = house.commit(target, changes);
    // A third of them tells as much, and the other two are asked at the end.
    if (command.number % 3 === 0) expectAnswers(target, house.pictureOf(target));
    if (command.waits) await done;
  };
}

/** Most of what happens, happens in the world that is kept. */
function worldAt({ worlds }: House, { world: at }: Command): World {
  const others = worlds.list().map(({ world }) => world);
  return (at < 3 ? undefined : others[at % 3]) ?? worlds.main;
}

function create(picture: Picture, { place, number }: Command): readonly RecordChange[] {
  const { collection } = place;
  const isNew = number % 3 > 0;
  if (isTaken(picture, place, isNew)) return [];
  const after = makeItem(place, number);
  return [{ collection, before: undefined, after, ...(isNew ? { isNew } : {}) }];
}

/** What is put somewhere takes the place of what may be meant there; only what is new stands beside it. */
function isTaken(picture: Picture, place: Mark, isNew: boolean): boolean {
  return listIn(picture, place.collection).some(
    (one) =>
      one.key === place.key && (isAt(one, place) || (!isNew && mayBe(one.parents, place.parents))),
  );
}

function replace(picture: Picture, command: Command): readonly RecordChange[] {
  const { collection, item: before } = pick(picture, command);
  if (!before) return [];
  return [{ collection, before, after: makeItem({ collection, ...before }, command.number) }];
}

function move(picture: Picture, command: Command): readonly RecordChange[] {
  const { place, number } = command;
  const { collection } = place;
  const list = listIn(picture, collection);
  const before = list[number % Math.max(1, list.length)];
  if (!before || isTaken(picture, place, false)) return [];
  return [{ collection, before, after: makeItem(place, number, before.key) }];
}

function remove(picture: Picture, command: Command, target: World): readonly RecordChange[] {
  const { collection, item } = pick(picture, command);
  if (!item) return [];
  const changes = target.removal(collection, item);
  const lost = changes.map(({ before, after }) => after ?? before);
  const wanted = listDoomed(picture, collection, item);
  const isAll = lost.length === wanted.length && lost.every((one) => one && wanted.includes(one));
  if (!isAll) expect(lost).toStrictEqual(wanted);
  return changes;
}

/** One request may change several records, and one of them twice. */
function many(picture: Picture, command: Command): readonly RecordChange[] {
  const first = create(picture, command);
  const [made] = first;
  const { collection } = command.place;
  const other = { ...command, number: command.number + 7 };
  const again = made?.after && makeItem(command.place, other.number);
  return [
    ...replace(picture, other).filter((change) => change.collection !== collection),
    ...first,
    ...(again ? [{ collection, before: made.after, after: again }] : []),
  ];
}

/** What a test writes as a whole is all that there is of a collection. */
async function complete(scene: Scene, command: Command): Promise<void> {
  const { house } = scene;
  const { collection } = command.place;
  // Where it is told which parents there are, a start sets aside what stands under none of them.
  if (['shops', 'orders'].includes(collection)) return;
  const target = worldAt(house, command);
  const picture = completePicture(house.pictureOf(target), collection);
  scene.tell('complete');
  const done = house.follow(target, picture, target.restore(plantIn(target.save(), collection)));
  expectAnswers(target, picture);
  if (command.waits) await done;
}

/** One of the records there are. */
function pick(
  picture: Picture,
  { number, place }: Command,
): { readonly collection: string; readonly item: Item | undefined } {
  const filled = shapes.filter(({ name }) => listIn(picture, name).length > 0);
  const preferred = filled.find(({ name }) => name === place.collection);
  const collection = (preferred ?? filled[number % Math.max(1, filled.length)])?.name ?? '';
  const list = listIn(picture, collection);
  return { collection, item: list[number % Math.max(1, list.length)] };
}

/** From a snapshot where one of the name is there, else from what all begin with. */
function make(scene: Scene, { slot, number }: Command): void {
  const { house } = scene;
  const snapshot = `s${number % 3}`;
  const picture = house.snapshots.get(snapshot);
  const from = picture && snapshot;
  const made = house.worlds.make(`w${slot}`, { from });
  house.adopt(made, picture ?? house.base);
  if (from) scene.tell('made from a snapshot');
  expectAnswers(made, house.pictureOf(made));
}

function drop({ house: { worlds } }: Scene, { slot }: Command): void {
  const name = `w${slot}`;
  const former = worlds.find(name);
  expect(worlds.drop(name)).toBe(former !== undefined);
  expect(worlds.find(name)).toBeUndefined();
  const change = { collection: 'notes', before: undefined, after: makeItem(late, 0) };
  if (former) expect(() => former.commit([change])).toThrow(ApiError);
}

const late: Mark = { collection: 'notes', key: 'late', parents: [undefined] };

function save({ house }: Scene, command: Command): void {
  const target = worldAt(house, command);
  const name = `s${command.slot}`;
  house.worlds.snapshots.save({
    name: name,
    world: 'default',
    state: target.save(),
    savedAt: command.number,
  });
  house.snapshots.set(name, house.pictureOf(target));
}

async function restore(scene: Scene, command: Command): Promise<void> {
  const { house } = scene;
  const target = worldAt(house, command);
  const name = `s${command.slot}`;
  const picture = house.snapshots.get(name);
  if (!picture) {
    expect(() => house.worlds.snapshots.get(name)).toThrow(ApiError);
    return;
  }
  scene.tell('restore');
  const { state } = house.worlds.snapshots.get(name);
  const done = house.follow(target, picture, target.restore(state));
  expectAnswers(target, picture);
  if (command.waits) await done;
}

async function reset({ house }: Scene, command: Command): Promise<void> {
  const target = worldAt(house, command);
  const done = house.follow(target, house.baseOf(target), target.reset());
  if (command.waits) await done;
}

function forget({ house }: Scene, { slot }: Command): void {
  const name = `s${slot}`;
  expect(house.worlds.snapshots.drop(name)).toBe(house.snapshots.delete(name));
}

/** Some turns, in which what is under way goes on. */
async function wait(_: Scene, { number }: Command): Promise<void> {
  for (let turn = 0; turn < number % 30; turn += 1) await Promise.resolve();
}
