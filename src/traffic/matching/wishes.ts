import { ApiError } from '../../errors.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { isJsonObject, stepDown } from '../../json.ts';

/** What somebody wishes, and where in what they sent it stands. */
export interface Wish {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** A wish that can't be fulfilled; it names the member that is at fault. */
export function refuseWish(pointer: string, message: string, keyword: string): ApiError {
  const place = pointer === '' ? 'body' : `body ${pointer}`;
  return new ApiError('invalid-request', `${place}: ${message}.`, {
    violations: [{ in: 'body', pointer, message, keyword }],
  });
}

/** An object with no other members than these; what comes from the library, no schema has looked at. */
export function readWish(
  value: JsonValue | undefined,
  pointer: string,
  members: readonly string[],
): Wish {
  if (!isJsonObject(value)) throw refuseWish(pointer, 'must be an object', 'type');
  const other = Object.keys(value).find((name) => !members.includes(name));
  if (other === undefined) return { value, pointer };
  const message = `is not known here; known are ${members.join(', ')}`;
  throw refuseWish(stepDown(pointer, other), message, 'additionalProperties');
}
