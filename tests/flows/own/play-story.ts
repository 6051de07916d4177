import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { JsonValue } from '../../../src/base/json.ts';
import { isJsonObject, valueAt } from '../../../src/base/json.ts';
import type { Question } from '../../contracts/ask.ts';
import { isJsonType } from '../../referee/operations.ts';
import type { Referee } from '../../referee/referee.ts';
import { openReferee } from '../../referee/referee.ts';
import type { OpenContract } from '../open-contract.ts';
import { openContract } from '../open-contract.ts';

/** One request of a story, and what has to come back. `<name>` stands for what was kept before. */
export interface Step {
  /** Method and target, as in the first line of a request: `GET /pets?limit=1`. */
  readonly ask: string;
  readonly json?: JsonValue;
  /** The fields of a form, as they stand in its body. */
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number | readonly number[];
  /** The whole body, parsed. */
  readonly is?: unknown;
  /** What the parsed body holds, at least. */
  readonly like?: unknown;
  /** Of the array at a pointer, the values of one member in order: `['/data', 'id', ['a', 'b']]`. */
  readonly shows?: readonly [at: string, member: string, values: readonly unknown[]];
  readonly text?: RegExp;
  /** Headers of the answer by name in lower case: texts, or matchers. */
  readonly answers?: object;
  /** Names for values of the body by pointer, or of headers: `{ id: '/id', tag: 'etag' }`. */
  readonly keep?: Readonly<Record<string, string>>;
}

export interface StorySetup {
  /** Records by collection. */
  readonly fixtures?: Readonly<Record<string, readonly JsonValue[]>>;
  readonly seed?: string;
}

/** Plays requests against one of our contracts, each building on those before; all replies are judged. */
export function playStory(
  name: string,
  contract: string,
  steps: readonly Step[],
  setup: StorySetup = {},
): void {
  it(name, async () => {
    const told = await openTold(contract, setup);
    try {
      for (const [index, step] of steps.entries()) await told.play(step, index + 1);
    } finally {
      told.close();
    }
  });
}

/** A contract of ours with somebody who tells a story of it. */
export interface Told {
  readonly runtime: OpenContract;
  /** The answer's body, parsed. */
  play(step: Step, number?: number): Promise<JsonValue | undefined>;
  close(): void;
}

export async function openTold(contract: string, setup: StorySetup = {}): Promise<Told> {
  const file = join(import.meta.dirname, '..', 'contracts', `${contract}.yaml`);
  const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-story-'));
  try {
    for (const [collection, records] of Object.entries(setup.fixtures ?? {})) {
      await writeFile(join(folder, `${collection}.json`), JSON.stringify(records));
    }
    const runtime = await openContract(file, { fixtures: folder, seed: setup.seed ?? 'story' });
    const referee = openReferee(file);
    const kept = new Map<string, string>();
    return {
      runtime,
      play: (step, number = 1) => playStep(runtime, referee, kept, step, number),
      close: () => referee.close(),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is kept of the answers, by name. */
type Kept = Map<string, string>;

async function playStep(
  runtime: OpenContract,
  referee: Referee,
  kept: Kept,
  step: Step,
  number: number,
): Promise<JsonValue | undefined> {
  const question = write(step, kept);
  const { method, path } = question;
  const { status, headers, text } = await runtime.send(question);
  const about = `${number}. ${method} ${path} → ${status} ${text}`;
  expect([step.status].flat(), about).toContain(status);
  const operation = referee.find(method, path.split('?')[0] ?? '');
  const contentType = headers['content-type'];
  const verdict = operation && (await referee.judge(operation, { status, contentType, text }));
  expect(verdict?.kind, `${about}\n${JSON.stringify(verdict)}`).not.toBe('invalid');
  const isJson = text !== '' && isJsonType(contentType ?? '');
  // A trust edge: a text becomes JSON.
  const json = isJson ? (JSON.parse(text) as JsonValue) : undefined;
  if (step.answers) expect(headers, about).toMatchObject(fill(step.answers, kept) as object);
  if (step.text) expect(text, about).toMatch(step.text);
  expectBody(step, json, kept, about);
  for (const [name, place] of Object.entries(step.keep ?? {})) {
    const value = place.startsWith('/') ? valueAt(json ?? null, place) : headers[place];
    expect(value, `${about}\nhas no ${place}`).toBeDefined();
    kept.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return json;
}

function expectBody(step: Step, json: JsonValue | undefined, kept: Kept, about: string): void {
  const { is, like, shows } = step;
  if (is !== undefined) expect(json, about).toEqual(fill(is, kept));
  if (like !== undefined) {
    const wanted = fill(like, kept);
    // A matcher speaks for itself; what is written out is only a part.
    if (isMatcher(wanted)) expect(json, about).toEqual(wanted);
    else expect(json, about).toMatchObject(wanted as object);
  }
  if (!shows) return;
  const [at, member, values] = shows;
  expect(column(json, at, member), about).toEqual(fill(values, kept));
}

function isMatcher(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'asymmetricMatch' in value;
}

function write(step: Step, kept: ReadonlyMap<string, string>): Question {
  const [method = '', path = ''] = fillText(step.ask, kept).split(' ');
  const headers = fill(step.headers ?? {}, kept) as Record<string, string>;
  if (step.form !== undefined) {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return { method, path, headers: { ...type, ...headers }, body: fillText(step.form, kept) };
  }
  if (step.json === undefined) return { method, path, headers };
  const type = { 'content-type': 'application/json' };
  const body = JSON.stringify(fill(step.json, kept));
  return { method, path, headers: { ...type, ...headers }, body };
}

/** The values of a member in an array of records. */
export function column(json: JsonValue | undefined, at: string, member: string): JsonValue[] {
  const array = valueAt(json ?? null, at);
  if (!Array.isArray(array))
    throw new Error(`there is no array at "${at}" of ${JSON.stringify(json)}`);
  const records: readonly JsonValue[] = array;
  return records.map((record) => (isJsonObject(record) ? (record[member] ?? null) : null));
}

function fill(value: unknown, kept: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const [, name = ''] = /^<#([a-z]+)>$/.exec(value) ?? [];
    return name === '' ? fillText(value, kept) : Number(kept.get(name));
  }
  if (Array.isArray(value)) return value.map((item: unknown) => fill(item, kept));
  const isPlain = isJsonObject(value) && Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each, kept)]));
}

function fillText(text: string, kept: ReadonlyMap<string, string>): string {
  return text.replaceAll(/<([a-z]+)>/g, (whole, name: string) => kept.get(name) ?? whole);
}
