import { setTimeout as sleep } from 'node:timers/promises';

import type { Dice } from '../../kill/random.ts';
import type { Asked, Reply } from './ask.ts';
import { ask } from './ask.ts';
import type { Operation, Result } from './operation.ts';
import { toState } from './operation.ts';
import type { Recorder } from './recorder.ts';

export interface Client {
  readonly name: string;
  readonly dice: Dice;
  readonly recorder: Recorder;
}

type Kind = Operation['kind'];

/**
 * What clients do to a record. An entry is there until the record is replaced or deleted, so that a record that is
 * only appended to shows each write that is lost or done twice; one that is made and deleted shows what comes back.
 */
const mixes: readonly (readonly Kind[])[] = [
  ['append', 'append', 'append', 'change', 'read', 'read'],
  ['create', 'delete', 'create', 'append', 'read', 'read'],
  [
    'put',
    'put',
    'change',
    'append',
    'append',
    'append',
    'read',
    'read',
    'read',
    'delete',
    'create',
  ],
];

/** One request after the other, until it is aborted. */
export async function work(client: Client, signal: AbortSignal): Promise<void> {
  const { dice, recorder } = client;
  while (!signal.aborted) {
    const index = dice.below(recorder.records.length);
    const mix = mixes[index % mixes.length] ?? [];
    // The records that are only appended to have to be made first.
    const kind = dice.next() < 0.02 ? 'create' : (mix[dice.below(mix.length)] ?? 'read');
    const isAnswered =
      dice.next() < 0.02
        ? await list(client)
        : await act(client, recorder.records[index] ?? '', kind);
    // A client that retries at once would only make more writes without an answer.
    await sleep(isAnswered ? dice.next() * 50 : 50 + dice.next() * 400);
  }
}

/** Asks once, and writes down what came of it. Resolves with whether there was an answer that counts. */
export async function act(client: Client, record: string, kind: Kind): Promise<boolean> {
  const { dice, recorder } = client;
  const { operation, etag } = prepare(client, record, kind);
  const begin = recorder.now();
  const reply = await ask(recorder.url, {
    ...toRequest(operation, etag),
    patience: choosePatience(dice),
  });
  const end = recorder.now();
  const result = readReply(kind, reply);
  if (result === 'surprise') {
    recorder.surprises.push(`${client.name}: ${kind} ${record}: ${reply?.status} ${reply?.body}`);
  }
  if (!result || result === 'surprise') {
    recorder.operations.push({ ...operation, begin, end: Infinity });
    return false;
  }
  if (reply?.etag !== undefined && result.state !== undefined) {
    recorder.versions.set(record, { etag: reply.etag, state: result.state });
  }
  recorder.operations.push({ ...operation, begin, end, result });
  return result.says !== 'unchanged';
}

type Prepared = Omit<Operation, 'begin' | 'end' | 'result'>;

function prepare(
  { name, dice, recorder }: Client,
  record: string,
  kind: Kind,
): { operation: Prepared; etag: string | undefined } {
  const operation = { client: name, record, kind };
  if (kind === 'read' || kind === 'delete') return { operation, etag: undefined };
  const number = recorder.nextNumber();
  const seen = kind === 'change' && dice.next() < 0.4 ? recorder.versions.get(record) : undefined;
  return {
    operation: { ...operation, number, ...(seen && { onlyIf: seen.state }) },
    etag: seen?.etag,
  };
}

/** A list is a read of each record. */
async function list({ name, dice, recorder }: Client): Promise<boolean> {
  const begin = recorder.now();
  const patience = choosePatience(dice);
  const reply = await ask(recorder.url, { method: 'GET', path: '/records', patience });
  const end = recorder.now();
  if (reply?.status !== 200) {
    if (reply && !isFailure(reply.status)) {
      recorder.surprises.push(`${name}: list: ${reply.status} ${reply.body}`);
    }
    return false;
  }
  // A trust edge: the shape is that of the contract beside this file.
  const shown = JSON.parse(reply.body) as readonly Shown[];
  for (const record of recorder.records) {
    const found = shown.find(({ id }) => id === record);
    const result: Result = found
      ? { says: 'shows', state: toState(found.value, found.entries) }
      : { says: 'absent' };
    recorder.operations.push({ client: name, record, kind: 'read', begin, end, result });
  }
  return true;
}

/** Some give up early, so that the server goes on with what has no client any more. */
function choosePatience(dice: Dice): number {
  return [1000, 4000, 12_000][dice.below(3)] ?? 4000;
}

interface Shown {
  readonly id: string;
  readonly value: number;
  readonly entries: readonly string[];
}

function toRequest(
  { kind, record, number = 0 }: Prepared,
  etag: string | undefined,
): Omit<Asked, 'patience'> {
  const path = `/records/${record}`;
  const whole = { id: record, value: number, entries: [] };
  switch (kind) {
    case 'read':
      return { method: 'GET', path };
    case 'delete':
      return { method: 'DELETE', path };
    case 'create':
      return { method: 'POST', path: '/records', body: whole };
    case 'put':
      return { method: 'PUT', path, body: whole };
    case 'change': {
      const headers = etag === undefined ? {} : { 'If-Match': etag };
      return { method: 'PATCH', path, headers, body: { value: number } };
    }
    case 'append': {
      const headers = { 'Content-Type': 'application/json-patch+json' };
      const body = [{ op: 'add', path: '/entries/-', value: `${number}` }];
      return { method: 'PATCH', path, headers, body };
    }
  }
}

/** Undefined: no answer that counts. */
function readReply(kind: Kind, reply: Reply | undefined): Result | 'surprise' | undefined {
  if (!reply) return undefined;
  const { status, body } = reply;
  if (isFailure(status)) {
    return body.includes('Nothing was changed') ? { says: 'unchanged' } : undefined;
  }
  if (status === 204 && kind === 'delete') return { says: 'deleted' };
  if (status === 404 && kind !== 'create' && kind !== 'put') return { says: 'absent' };
  if (status === 409 && kind === 'create') return { says: 'exists' };
  if (status === 412 && kind === 'change') return { says: 'unmet' };
  if (status !== 200 && status !== 201) return 'surprise';
  // As above.
  const { value, entries } = JSON.parse(body) as Shown;
  return { says: status === 201 ? 'made' : 'shows', state: toState(value, entries) };
}

function isFailure(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}
