import type { JsonObject } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { Commit, Validated } from '../pipeline/exchange.ts';

/** A commit that waits for nothing. */
export function doAtOnce(effect: () => unknown): Commit {
  return () => void effect();
}

/** The members of a body; empty where the request has none. */
export function membersOf({ body }: Validated): JsonObject {
  return isJsonObject(body) ? body : {};
}

/** Writes milliseconds since the epoch as an ISO 8601 date and time. */
export function toDateTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
