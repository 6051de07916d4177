import { createHash } from 'node:crypto';

import type { Outcome } from '../../../pipeline/exchange.ts';
import type { Item } from '../../../store/record.ts';

const known = new WeakMap<Item, string>();

/** The version of a record, whatever reply shows it: the same on every machine, and new with every change. */
export function versionOf(item: Item): string {
  const before = known.get(item);
  if (before !== undefined) return before;
  const version = digest(JSON.stringify([item.key, item.parents, item.body]));
  known.set(item, version);
  return version;
}

/** The version of what a reply says; undefined where it says nothing. */
export function versionOfReply({ record, item, body, bytes }: Outcome): string | undefined {
  if (record) return versionOf(record);
  if (bytes) return digest(bytes);
  const value = item ? item.body : body;
  return value === undefined ? undefined : digest(JSON.stringify(value));
}

function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
