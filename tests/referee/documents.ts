import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { parse } from 'yaml';

import type { JsonValue } from '../../src/base/json.ts';
import { isJsonObject } from '../../src/base/json.ts';

/** A place in one of a contract's files, and what stands there. */
export interface Place {
  readonly file: string;
  readonly steps: readonly string[];
  readonly value: JsonValue;
}

/** A contract's files as the referee reads them: on its own, with nothing of the product's. */
export interface Documents {
  readonly root: Place;
  /** By path, everything that references lead to. */
  readonly files: ReadonlyMap<string, JsonValue>;
  /** Down from a place, through references; undefined where there is nothing. */
  at(place: Place, ...steps: readonly string[]): Place | undefined;
  /** Where a reference leads in the end. */
  resolve(place: Place): Place;
}

export function readDocuments(rootFile: string): Documents {
  const files = new Map<string, JsonValue>();
  const read = (file: string): JsonValue => {
    const known = files.get(file);
    if (known !== undefined) return known;
    const text = readFileSync(file, 'utf8');
    // A trust edge: a text becomes JSON.
    const value = (file.endsWith('.json') ? JSON.parse(text) : parse(text)) as JsonValue;
    files.set(file, value);
    for (const target of otherFiles(value, file)) read(target);
    return value;
  };
  const start = resolve(rootFile);
  const root = { file: start, steps: [], value: read(start) };
  const follow = (place: Place, left = 20): Place => {
    const reference = isJsonObject(place.value) ? ownMember(place.value, '$ref') : undefined;
    if (typeof reference !== 'string' || left === 0) return place;
    const [name = '', fragment = ''] = reference.split('#');
    const file = name === '' ? place.file : resolve(dirname(place.file), decodeURIComponent(name));
    const value = files.get(file);
    if (value === undefined || (fragment !== '' && !fragment.startsWith('/'))) return place;
    const found = stepThrough({ file, steps: [], value }, stepsOf(fragment), (next) =>
      follow(next, left - 1),
    );
    return found ?? place;
  };
  return {
    root,
    files,
    at: (place, ...steps) => stepThrough(follow(place), steps, follow),
    resolve: follow,
  };
}

/** RFC 6901, as it stands in a URI's fragment. */
export function fragmentOf({ steps }: Place): string {
  const pointer = steps.map(
    (step) => `/${speakableName(step).replaceAll('~', '~0').replaceAll('/', '~1')}`,
  );
  return encodeURI(pointer.join(''));
}

/** The second validator knows no fragment that holds a number sign, as some paths do. */
export function speakableName(name: string): string {
  return name.replaceAll('#', '$number-sign$');
}

function stepsOf(fragment: string): readonly string[] {
  const steps = fragment.split('/').slice(1);
  return steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function stepThrough(
  start: Place,
  steps: readonly string[],
  follow: (place: Place) => Place,
): Place | undefined {
  let place = start;
  for (const step of steps) {
    const value = memberOf(place.value, step);
    if (value === undefined) return undefined;
    place = follow({ file: place.file, steps: [...place.steps, step], value });
  }
  return place;
}

function memberOf(value: JsonValue, name: string): JsonValue | undefined {
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return items[Number(name)];
  }
  return isJsonObject(value) ? ownMember(value, name) : undefined;
}

function ownMember(
  value: { readonly [name: string]: JsonValue },
  name: string,
): JsonValue | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function otherFiles(value: JsonValue, file: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const reference = isJsonObject(value) ? ownMember(value, '$ref') : undefined;
  const [name = ''] = typeof reference === 'string' ? reference.split('#') : [];
  const isFile = name !== '' && !/^[a-z][a-z0-9+.-]*:/i.test(name);
  const own = isFile ? [resolve(dirname(file), decodeURIComponent(name))] : [];
  const members: readonly JsonValue[] = Object.values(value);
  return [...own, ...members.flatMap((member) => otherFiles(member, file))];
}
