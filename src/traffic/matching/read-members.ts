import { ApiError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown } from '../../base/json.ts';

/** An input object, and the JSON Pointer to it. */
export interface Input {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** The refusal of an invalid input; `pointer` names the member at fault. */
export function refuseInput(pointer: string, message: string, keyword: string): ApiError {
  const place = pointer === '' ? 'body' : `body ${pointer}`;
  return new ApiError('invalid-request', `${place}: ${message}.`, {
    violations: [{ in: 'body', pointer, message, keyword }],
  });
}

/** Refuses unknown members: no schema has checked the input if it comes from the library. */
export function readInput(
  value: JsonValue | undefined,
  pointer: string,
  members: readonly string[],
): Input {
  if (!isJsonObject(value)) throw refuseInput(pointer, 'must be an object', 'type');
  const other = Object.keys(value).find((name) => !members.includes(name));
  if (other === undefined) return { value, pointer };
  const message = `is not known here; known are ${members.join(', ')}`;
  throw refuseInput(stepDown(pointer, other), message, 'additionalProperties');
}

export interface NumberBounds {
  readonly least: number;
  readonly most: number;
  readonly isWhole?: boolean;
}

export function readNumber(
  { value, pointer }: Input,
  name: string,
  { least, most, isWhole = false }: NumberBounds,
): number | undefined {
  const given = value[name];
  if (given === undefined) return undefined;
  const isNumber = typeof given === 'number' && (!isWhole || Number.isInteger(given));
  if (isNumber && given >= least && given <= most) return given;
  const kind = isWhole ? 'a whole number' : 'a number';
  throw refuseInput(stepDown(pointer, name), `must be ${kind} from ${least} to ${most}`, 'range');
}

export function readFlag({ value, pointer }: Input, name: string): boolean {
  const given = value[name] ?? false;
  if (typeof given === 'boolean') return given;
  throw refuseInput(stepDown(pointer, name), 'must be true or false', 'type');
}

export function readText(
  { value, pointer }: Input,
  name: string,
  longest: number,
): string | undefined {
  const given = value[name];
  if (given === undefined) return undefined;
  if (typeof given === 'string' && given !== '' && given.length <= longest) return given;
  const message = `must be a text of 1 to ${longest} characters`;
  throw refuseInput(stepDown(pointer, name), message, 'type');
}
