import type { JsonObject } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { Commit, Validated } from '../pipeline/exchange.ts';

/** The effect of an outcome that waits for nothing. */
export function doAtOnce(effect: () => unknown): Commit {
  return () => void effect();
}

/** The members of a body that may be left out. */
export function membersOf({ body }: Validated): JsonObject {
  return isJsonObject(body) ? body : {};
}

/** A moment as documents write it. */
export function toDateTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
