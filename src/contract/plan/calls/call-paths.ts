import { plainName, singular } from '../../../base/names.ts';
import type { Operation } from '../../operations.ts';
import { gatherBy } from '../views/placement.ts';
import type { CallKind } from './call-words.ts';
import { wordsMean } from './call-words.ts';

/** A call, as its path has it. */
export interface Call {
  readonly operation: Operation;
  /** The path before the noun, with a slash at its end. */
  readonly front: string;
  /** `admin` and `teams` in `/admin.teams.create`. */
  readonly nouns: readonly string[];
  readonly verb: string;
  /** Whether a dot joins noun and verb; else the verb is a segment of its own: `/teams/create`. */
  readonly isJoined: boolean;
}

/** The calls of each noun: those of `teams` and `team` are of one. */
export function gatherCalls(operations: readonly Operation[]): readonly (readonly Call[])[] {
  const keyed = new Set(operations.flatMap(({ path }) => placesWithKeys(path)));
  const calls = operations.flatMap((one) => readJoined(one) ?? readSplit(one, keyed) ?? []);
  const nouns = gatherBy(calls, ({ front, nouns: names, isJoined }) =>
    [isJoined, front, ...names.slice(0, -1), plainName(singular(names.at(-1) ?? ''))].join('/'),
  );
  return [...nouns.values()].filter(isSpoken);
}

/** `/teams` of `/teams/{id}/members`: such a path needs no verb to say what is meant. */
function placesWithKeys(path: string): readonly string[] {
  return [...path.matchAll(/\/\{/g)].map(({ index }) => path.slice(0, index));
}

/** `/teams.create` */
function readJoined(operation: Operation): Call | undefined {
  const [, front, nouns, verb] =
    /^(.*\/)([a-z][\w-]*(?:\.[a-z][\w-]*)*)\.([a-z][\w-]*)$/i.exec(operation.path) ?? [];
  if (front === undefined || nouns === undefined || verb === undefined) return undefined;
  return { operation, front, nouns: nouns.split('.'), verb, isJoined: true };
}

/** `/teams/create` */
function readSplit(operation: Operation, keyed: ReadonlySet<string>): Call | undefined {
  const [, front, noun, verb] = /^(.*\/)([a-z][\w-]*)\/([a-z][\w-]*)$/i.exec(operation.path) ?? [];
  if (front === undefined || noun === undefined || verb === undefined) return undefined;
  const isKeyed = keyed.has(front + noun);
  return isKeyed ? undefined : { operation, front, nouns: [noun], verb, isJoined: false };
}

const keyedKinds: readonly CallKind[] = ['read', 'update', 'delete'];

/** Whether the verbs of a noun mean two things; where a segment says them, two that need a key. */
function isSpoken(calls: readonly Call[]): boolean {
  const meant = new Set(calls.flatMap(({ verb }) => wordsMean(verb)));
  const needed = calls[0]?.isJoined ? [...meant] : keyedKinds.filter((kind) => meant.has(kind));
  return needed.length > 1;
}
