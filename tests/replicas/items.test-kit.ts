import { join } from 'node:path';

import { vi } from 'vitest';

import { ask } from '../contracts/ask.ts';
import { patience } from '../patience.ts';
import type { Fleet, Replica } from './fleet.test-kit.ts';

/** A contract of items, which can be made, read, listed, changed and deleted. */
export const itemsContract: string = join(import.meta.dirname, '..', 'kill', 'contract.yaml');

export interface Said {
  /** 0: there was no reply. */
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Undefined where it isn't JSON. */
  readonly json: unknown;
}

/** Over a connection of its own, and never again. */
export async function send(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Said> {
  try {
    const { status, headers, text } = await ask(url, {
      method,
      path,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const isJson = /json/.test(headers['content-type'] ?? '') && text !== '';
    return { status, headers, text, json: isJson ? JSON.parse(text) : undefined };
  } catch (error) {
    return { status: 0, headers: {}, text: String(error), json: undefined };
  }
}

export function newItem(token: string): Readonly<Record<string, string | number>> {
  return { token, count: 0, echo: 0 };
}

/** Makes an item; resolves with its key. */
export async function makeItem(url: string, token: string): Promise<string> {
  const { status, text, json } = await send(url, 'POST', '/items', newItem(token));
  if (status !== 201) throw new Error(`POST /items: ${status} ${text}`);
  return memberOf(json, 'id');
}

/** The tokens of all items, in alphabetical order. */
export async function listTokens(url: string): Promise<readonly string[]> {
  // The control API shows all of them, on one page.
  const { status, text, json } = await send(url, 'GET', '/_mock/state/items');
  if (status !== 200 || !Array.isArray(json)) throw new Error(`the items: ${status} ${text}`);
  return json.map((item: unknown) => memberOf(item, 'token')).toSorted();
}

export function memberOf(value: unknown, name: string): string {
  const member: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : '';
  return String(member);
}

/** The replica that the store calls the owner; waits until there is one that has not been it `before`. */
export async function findOwner({ store, replicas }: Fleet, before?: Replica): Promise<Replica> {
  return vi.waitUntil(async () => {
    const [lease = ''] = (await store.command('KEYS', '*:lease')).split('\n');
    const url = lease === '' ? '' : await store.command('HGET', lease, 'url');
    return replicas.find((replica) => replica.url === url && replica !== before);
  }, patience);
}

export async function findStandbys(fleet: Fleet): Promise<readonly Replica[]> {
  const owner = await findOwner(fleet);
  return fleet.replicas.filter((replica) => replica !== owner);
}

/** Asks until the reply has this status: servers come back by themselves. */
export async function untilStatus(status: number, request: () => Promise<Said>): Promise<Said> {
  return vi.waitUntil(async () => {
    const said = await request();
    return said.status === status ? said : undefined;
  }, patience);
}
