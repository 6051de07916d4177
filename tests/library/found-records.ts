import { expect } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { textOf } from '../../src/base/json.ts';
import type { Ask } from './open-bookshop.ts';

interface Found {
  readonly key: string;
  readonly parents: JsonObject;
  readonly is_made_up: boolean;
  readonly record: JsonObject;
}

export interface Page {
  readonly count: number;
  readonly total: number;
  readonly version: number;
  readonly records: readonly Found[];
}

/** The records that a question finds, up to 1000. */
export async function find(ask: Ask, collection: string, query = ''): Promise<Page> {
  const path = `/_mock/collections/${collection}/records?limit=1000&${query}`;
  const { status, json } = await ask('GET', path);
  expect(status).toBe(200);
  return json as Page;
}

/** The records of a list of the contract. */
export async function listOf(ask: Ask, path: string): Promise<readonly JsonObject[]> {
  return (await ask('GET', path)).json as readonly JsonObject[];
}

/** The key of a record, as a text. */
export function keyOf(record: JsonObject | undefined): string {
  return textOf(record?.['id']);
}

/** Items of the shops. */
export const cups: readonly JsonObject[] = [
  { id: 1, name: 'Cup', price: 3, maker_id: 1, size: { width: 9 }, tags: [] },
  { id: 2, name: 'bowl', price: 12.5, maker_id: 2, size: { width: 20 } },
  { id: 3, name: 'Ann’s mug', price: null, maker_id: 1, tags: ['blue', 'Old'] },
  { id: 4, name: 'Plate: flat', maker_id: 10, tags: ['blue'] },
];
