import type { Violation } from '../../errors.ts';
import { ApiError, describeViolation } from '../../errors.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { isJsonObject, isSameJson, pointerSteps, stepDown, textOf, valueAt } from '../../json.ts';
import { isIndex, isList, withoutValueAt, withValueAt } from './pointed-changes.ts';

/** RFC 6902: all operations in turn, or a refusal that names the one that can't be done. */
export function patchJson(target: JsonValue, patch: JsonValue): JsonValue {
  if (!isList(patch)) throw refuse('', 'must be a list of operations');
  const scale = createScale();
  const { text: textBefore } = scale.measure(target);
  let current = target;
  for (const [index, operation] of patch.entries()) {
    const pointer = stepDown('', index);
    if (!isJsonObject(operation)) throw refuse(pointer, 'must be an operation');
    current = applyOne(current, operation, pointer);
    // Copies of copies double with every step, and a short patch could fill the memory.
    const { values, levels, text } = scale.measure(current);
    if (values > mostValues || levels > mostLevels) {
      throw refuse(pointer, 'makes the record too large');
    }
    if (text - textBefore > mostText) throw refuse(pointer, tooMuchText);
    if (scale.work() > mostWork) throw refuse(pointer, tooMuchWork);
  }
  return current;
}

const mostValues = 100_000;
const mostLevels = 500;
/** Twice what a patch can have of its own: a text costs nothing to copy, but all who read the record get it each time. */
const mostText = 2_097_152;
const tooMuchText =
  'makes the record too large: with it the patch would add more than 2,097,152 characters to its texts and names; send fewer copies, or several patches';
/** Each operation makes the lists and objects above its place anew: so many members, in all of them. */
const mostWork = 500_000;
const tooMuchWork =
  'is one too many: with it the operations would copy more than 500,000 members of lists and objects; send them in several patches';

interface Size {
  readonly values: number;
  readonly levels: number;
  /** The characters of all texts and names. */
  readonly text: number;
}

interface Scale {
  /** How large a value is, each object measured once and remembered: they never change. */
  measure(this: void, value: JsonValue): Size;
  /** How many members it has looked at: those of every list and object that was made. */
  work(this: void): number;
}

function createScale(): Scale {
  let work = 0;
  const known = new WeakMap<object, Size>();
  const measure = (value: JsonValue): Size => {
    if (typeof value === 'string') return { values: 1, levels: 0, text: value.length };
    if (typeof value !== 'object' || value === null) return { values: 1, levels: 0, text: 0 };
    const before = known.get(value);
    if (before) return before;
    let [values, levels, text] = [1, 0, 0];
    const count = (member: JsonValue): void => {
      work += 1;
      const size = measure(member);
      values += size.values;
      levels = Math.max(levels, size.levels);
      text += size.text;
    };
    if (isJsonObject(value)) {
      // To make a list of the members would take longer than all the rest.
      for (const name in value) {
        text += name.length;
        count(value[name] ?? null);
      }
    } else value.forEach(count);
    const size = { values, levels: levels + 1, text };
    known.set(value, size);
    return size;
  };
  return { measure, work: () => work };
}

function applyOne(target: JsonValue, operation: JsonObject, at: string): JsonValue {
  const path = pathIn(operation, 'path', at);
  switch (textOf(operation['op'])) {
    case 'add':
      return add(target, path, valueIn(operation, at), at);
    case 'remove':
      find(target, path, at);
      return remove(target, path, at);
    case 'replace':
      find(target, path, at);
      return put(target, path, valueIn(operation, at), at);
    case 'move':
      return move(target, pathIn(operation, 'from', at), path, at);
    case 'copy':
      return add(target, path, find(target, pathIn(operation, 'from', at), at), at);
    case 'test':
      if (!isSameJson(find(target, path, at), valueIn(operation, at))) throw differs(path, at);
      return target;
    default:
      throw refuse(`${at}/op`, 'must be add, remove, replace, move, copy or test');
  }
}

/** Into a list a value is put in front of what stands there, and `-` is its end. */
function add(target: JsonValue, path: string, value: JsonValue, at: string): JsonValue {
  const steps = pointerSteps(path);
  const last = steps.at(-1);
  if (last === undefined) return value;
  const above = steps.slice(0, -1);
  const holder = find(target, above.reduce(stepDown, ''), at);
  if (!isList(holder)) {
    if (isJsonObject(holder)) return put(target, path, value, at);
    throw nowhere(path, at);
  }
  const index = last === '-' ? holder.length : Number(last);
  if ((last !== '-' && !isIndex(last)) || index > holder.length) throw nowhere(path, at);
  const longer = holder.toSpliced(index, 0, value);
  return withValueAt(target, above, longer) ?? target;
}

function move(target: JsonValue, from: string, path: string, at: string): JsonValue {
  const value = find(target, from, at);
  if (path === from) return target;
  if (path.startsWith(`${from}/`)) throw refuse(`${at}/path`, `lies within "${from}"`);
  return add(remove(target, from, at), path, value, at);
}

function remove(target: JsonValue, path: string, at: string): JsonValue {
  if (path === '') throw refuse(`${at}/path`, 'is that of the whole, which can not be removed');
  return withoutValueAt(target, pointerSteps(path));
}

function put(target: JsonValue, path: string, value: JsonValue, at: string): JsonValue {
  const next = withValueAt(target, pointerSteps(path), value);
  if (next === undefined) throw nowhere(path, at);
  return next;
}

function find(target: JsonValue, path: string, at: string): JsonValue {
  const value = valueAt(target, path);
  if (value === undefined) throw nowhere(path, at);
  return value;
}

function pathIn(operation: JsonObject, name: 'path' | 'from', at: string): string {
  const path = Object.hasOwn(operation, name) ? operation[name] : undefined;
  const isPointer = typeof path === 'string' && /^(?:\/(?:[^~]|~[01])*)?$/.test(path);
  if (!isPointer) throw refuse(`${at}/${name}`, 'must be a JSON Pointer');
  return path;
}

function valueIn(operation: JsonObject, at: string): JsonValue {
  const value = Object.hasOwn(operation, 'value') ? operation['value'] : undefined;
  if (value === undefined) throw refuse(`${at}/value`, 'is required, but missing');
  return value;
}

function nowhere(path: string, at: string): ApiError {
  return refuse(`${at}/path`, `there is no such place: "${path}"`);
}

function refuse(pointer: string, message: string): ApiError {
  const violation: Violation = { in: 'body', pointer, message, keyword: 'json-patch' };
  return new ApiError('invalid-request', `${describeViolation(violation)}.`, {
    violations: [violation],
  });
}

function differs(path: string, at: string): ApiError {
  const violation: Violation = {
    in: 'body',
    pointer: `${at}/value`,
    message: `is not what stands at "${path}"`,
    keyword: 'test',
  };
  return new ApiError('patch-conflict', `${describeViolation(violation)}.`, {
    violations: [violation],
  });
}
