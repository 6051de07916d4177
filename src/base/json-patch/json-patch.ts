import type { Violation } from '../errors.ts';
import { ApiError, describeViolation } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, isSameJson, pointerSteps, stepDown, textOf, valueAt } from '../json.ts';
import type { PatchDraft } from './patch-draft.ts';
import { createPatchDraft } from './patch-draft.ts';
import { isIndex, isList } from './pointed-changes.ts';

/** RFC 6902: applies all operations in turn, or throws a refusal that names the one that fails. */
export function patchJson(target: JsonValue, patch: JsonValue): JsonValue {
  if (!isList(patch)) throw refusePatch('', 'must be a list of operations');
  const piece = createPatchDraft(target);
  const before = piece.size;
  for (const [index, operation] of patch.entries()) {
    const pointer = stepDown('', index);
    if (!isJsonObject(operation)) throw refusePatch(pointer, 'must be an operation');
    applyOne(piece, operation, pointer);
    // Copies of copies double with every step: a short patch could fill the memory.
    const { values, levels, text } = piece.size;
    if (levels > mostLevels) throw refusePatch(pointer, tooManyLevels);
    if (values - before.values > mostValues) throw refusePatch(pointer, tooManyValues);
    if (text - before.text > mostText) throw refusePatch(pointer, tooMuchText);
    if (piece.work > mostWork) throw refusePatch(pointer, tooMuchWork);
  }
  return piece.root;
}

const mostValues = 100_000;
const tooManyValues =
  'makes the record too large: with it the patch would add more than 100,000 values; send fewer copies, or several patches';
const mostLevels = 500;
const tooManyLevels =
  'makes the record too large: with it the patch would make more than 500 levels';
/** Twice the largest JSON body (1 MiB): a copied text takes no memory, but each reader gets it. */
const mostText = 2_097_152;
const tooMuchText =
  'makes the record too large: with it the patch would add more than 2,097,152 characters to its texts and names; send fewer copies, or several patches';
/** How many members may be copied, moved in lists, or looked at. */
const mostWork = 500_000;
const tooMuchWork =
  'is one too many: with it the operations would copy and move more than 500,000 members of lists and objects; send them in several patches';

function applyOne(piece: PatchDraft, operation: JsonObject, at: string): void {
  const { root } = piece;
  const path = pathIn(operation, 'path', at);
  switch (textOf(operation['op'])) {
    case 'add':
      return add(piece, path, valueIn(operation, at), at);
    case 'remove':
      find(root, path, at);
      return remove(piece, path, at);
    case 'replace':
      find(root, path, at);
      return piece.put(pointerSteps(path), valueIn(operation, at));
    case 'move':
      return move(piece, pathIn(operation, 'from', at), path, at);
    case 'copy': {
      const value = find(root, pathIn(operation, 'from', at), at);
      piece.share();
      return add(piece, path, value, at);
    }
    case 'test':
      if (!isSameJson(find(root, path, at), valueIn(operation, at))) throw differs(path, at);
      return;
    default:
      throw refusePatch(`${at}/op`, 'must be add, remove, replace, move, copy or test');
  }
}

/** In a list, the value goes in front of the item at the index; `-` is the end. */
function add(piece: PatchDraft, path: string, value: JsonValue, at: string): void {
  const steps = pointerSteps(path);
  const last = steps.at(-1);
  if (last === undefined) return piece.put(steps, value);
  const above = steps.slice(0, -1);
  const holder = find(piece.root, above.reduce(stepDown, ''), at);
  if (!isList(holder)) {
    if (isJsonObject(holder)) return piece.put(steps, value);
    throw nowhere(path, at);
  }
  const index = last === '-' ? holder.length : Number(last);
  if ((last !== '-' && !isIndex(last)) || index > holder.length) throw nowhere(path, at);
  piece.insert(above, index, value);
}

function move(piece: PatchDraft, from: string, path: string, at: string): void {
  const value = find(piece.root, from, at);
  if (path === from) return;
  if (path.startsWith(`${from}/`)) throw refusePatch(`${at}/path`, `lies within "${from}"`);
  remove(piece, from, at);
  add(piece, path, value, at);
}

function remove(piece: PatchDraft, path: string, at: string): void {
  if (path === '')
    throw refusePatch(`${at}/path`, 'is that of the whole, which can not be removed');
  piece.remove(pointerSteps(path));
}

function find(target: JsonValue, path: string, at: string): JsonValue {
  const value = valueAt(target, path);
  if (value === undefined) throw nowhere(path, at);
  return value;
}

function pathIn(operation: JsonObject, name: 'path' | 'from', at: string): string {
  const path = Object.hasOwn(operation, name) ? operation[name] : undefined;
  const isPointer = typeof path === 'string' && /^(?:\/(?:[^~]|~[01])*)?$/.test(path);
  if (!isPointer) throw refusePatch(`${at}/${name}`, 'must be a JSON Pointer');
  // Records are less deep, so there is no need to look for this place step by step.
  if (pointerSteps(path, mostLevels + 1).length > mostLevels) throw nowhere(path, at);
  return path;
}

/** The most characters of a path that a message repeats. */
const mostQuoted = 1000;

function valueIn(operation: JsonObject, at: string): JsonValue {
  const value = Object.hasOwn(operation, 'value') ? operation['value'] : undefined;
  if (value === undefined) throw refusePatch(`${at}/value`, 'is required, but missing');
  return value;
}

function nowhere(path: string, at: string): ApiError {
  const shown = path.length > mostQuoted ? `${path.slice(0, mostQuoted)}…` : path;
  return refusePatch(`${at}/path`, `there is no such place: "${shown}"`);
}

function refusePatch(pointer: string, message: string): ApiError {
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
