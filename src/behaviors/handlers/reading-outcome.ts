import type { ApiError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { messageOf } from '../../base/errors.ts';
import { freezeJson, tryParseJson } from '../../base/json.ts';
import type { HandlerOutcome } from './handler.ts';

/** The refusal of what a handler returned. */
type Fail = (why: string, cause?: unknown) => ApiError;

/** An outcome whose body is JSON. */
export interface ReadOutcome extends HandlerOutcome {
  readonly body: JsonValue | undefined;
}

const members = ['status', 'headers', 'body', 'effect', 'refusal'];

/** Holds what a handler returned to its type, which JavaScript does not. */
export function readOutcome(given: unknown, fail: Fail): ReadOutcome {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw fail('returned no outcome: return usual, or an object such as { status: 402, body: … }');
  }
  if ('then' in given) {
    // A promise that is rejected later would end the process.
    if (given instanceof Promise) given.catch(() => undefined);
    throw fail(
      'returned a promise: a handler is synchronous, so that no request sees half a change. Read what it needs before the server starts',
    );
  }
  const other = Object.keys(given).find((name) => !members.includes(name));
  if (other !== undefined) throw fail(`returned "${other}": an outcome has ${members.join(', ')}`);
  const status: unknown = Reflect.get(given, 'status');
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599) {
    throw fail(`returned ${describeStatus(status)}: it must be a number from 200 to 599`);
  }
  const effect: unknown = Reflect.get(given, 'effect');
  if (effect !== undefined && effect !== 'kept' && effect !== 'lost') {
    throw fail(`returned another effect than it can have: it is 'kept' or 'lost'`);
  }
  const refusal: unknown = Reflect.get(given, 'refusal');
  return {
    status,
    headers: readHeaders(Reflect.get(given, 'headers'), fail),
    body: readBody(Reflect.get(given, 'body'), fail),
    effect,
    ...(isRefusal(refusal) ? { refusal } : {}),
  };
}

function describeStatus(status: unknown): string {
  if (status === undefined) return 'no status';
  return typeof status === 'number' ? `the status ${status}` : 'a status that is no number';
}

function isRefusal(value: unknown): value is NonNullable<HandlerOutcome['refusal']> {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}

function readHeaders(given: unknown, fail: Fail): Readonly<Record<string, string>> | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'object' || given === null)
    throw fail('returned headers that are no object');
  if (Object.isFrozen(given) && areTexts(given)) return given;
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of entries) {
    const isName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/.test(name);
    const isText = /^[\t\x20-\x7e\x80-\xff]*$/.test(String(value));
    if (!isName || !isText) throw fail(`returned the header "${name}", which can't be sent`);
  }
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** Those of the usual outcome, which are frozen. */
function areTexts(given: object): given is Readonly<Record<string, string>> {
  return Object.values(given).every((value) => typeof value === 'string');
}

/** As JSON would have it: dates become texts, and members that are undefined are left out. */
function readBody(given: unknown, fail: Fail): JsonValue | undefined {
  if (given === undefined || isFrozenJson(given)) return given;
  let text: string | undefined;
  try {
    text = JSON.stringify(given);
  } catch (error) {
    throw fail(`returned a body that can't be JSON: ${messageOf(error)}`);
  }
  const body = text === undefined ? undefined : tryParseJson(text);
  if (body === undefined) throw fail("returned a body that can't be JSON");
  return freezeJson(body);
}

/** Bodies of the usual outcome and records are frozen, and JSON already. */
function isFrozenJson(value: unknown): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || !Object.isFrozen(value)) return false;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every(isFrozenJson);
}
