import type { Event } from 'js-yaml';
import {
  CORE_SCHEMA,
  dump,
  EVENT_ID,
  getScalarValue,
  loadAll,
  mergeTag,
  parseEvents,
  YAMLException,
} from 'js-yaml';

import { messageOf } from '../base/errors.ts';
import type { JsonValue } from '../base/json.ts';
import type { TextReading, TextSpot, TextFault } from './limits.ts';
import { mostCopies, mostLevels } from './limits.ts';

/** The core schema of YAML 1.2, and the merge keys of 1.1, which contracts still use. */
const settings = { schema: CORE_SCHEMA.withTags(mergeTag), maxDepth: mostLevels };

/** Reads a text in YAML. An empty text gives null. */
export function readYaml(text: string): TextReading {
  let documents: readonly unknown[];
  try {
    documents = parse(text, (one) => loadAll(one, settings));
  } catch (error) {
    return { faults: explain(text, error) };
  }
  if (documents.length > 1) {
    const message = `not valid: the file holds ${documents.length} documents, where one is expected`;
    return { faults: [{ offset: secondDocument(text), message }] };
  }
  // A trust edge: the parser returns unknown.
  const root = (documents[0] ?? null) as JsonValue;
  return text.includes('*') ? expandAliases(text, root) : { root };
}

export function writeYaml(value: JsonValue): string {
  return dump(value, { lineWidth: -1, noRefs: true });
}

/** Finds the places of all values in a YAML text; undefined if it can't be read. */
export function locateInYaml(text: string): TextSpot | undefined {
  try {
    return growSpots(text).root;
  } catch {
    // Callers then use the beginning of the text.
    return undefined;
  }
}

/**
 * A closing bracket may stand further left than the letter of YAML allows, as other readers take it: then it
 * is read at the end of the line before. All places of the text stay the same.
 */
function parse<T>(text: string, read: (text: string) => T): T {
  let whole = text;
  for (let count = 0; ; count += 1) {
    try {
      return read(whole);
    } catch (error) {
      const next = count < mostBrackets ? withBracketPulled(whole, error) : undefined;
      if (next === undefined) throw error;
      whole = next;
    }
  }
}

const mostBrackets = 200;

function withBracketPulled(text: string, error: unknown): string | undefined {
  const isMeant = error instanceof YAMLException && error.reason === 'deficient indentation';
  const at = isMeant ? (error.mark?.position ?? 0) : 0;
  if (at === 0 || !/[\]}]/.test(text[at] ?? '')) return undefined;
  const before = text.slice(0, at).trimEnd();
  const line = before.slice(before.lastIndexOf('\n') + 1);
  // Behind a comment, the bracket would be a part of it.
  if (line.includes('#') || before.length === at) return undefined;
  return before + ' '.repeat(at - before.length) + text.slice(at);
}

function explain(text: string, error: unknown): readonly TextFault[] {
  const twins = findTwins(text);
  if (twins.length > 0) return twins;
  const isMarked = error instanceof YAMLException && error.mark !== undefined;
  const reason = error instanceof YAMLException ? error.reason || error.message : messageOf(error);
  const offset = isMarked ? (error.mark?.position ?? 0) : 0;
  return [{ offset, message: `not valid YAML: ${reason.split('\n', 1)[0]}` }];
}

/** Finds all duplicate keys, if the text has no other faults. */
function findTwins(text: string): readonly TextFault[] {
  try {
    return growSpots(text).twins.map(({ offset, name }) => {
      return { offset, message: `not valid YAML: the key "${name}" stands here twice` };
    });
  } catch {
    return [];
  }
}

function secondDocument(text: string): number {
  const first = text.search(/^---/m);
  const from = text.slice(0, first).trim() === '' ? first + 3 : 0;
  const found = text.slice(from).search(/^---/m);
  return found === -1 ? 0 : from + found;
}

/** Copies the values that aliases share, so that a change at one place changes no other place. */
function expandAliases(text: string, root: JsonValue): TextReading {
  const seen = new Set<JsonValue>();
  const above = new Set<JsonValue>();
  const steps: (string | number)[] = [];
  let copies = 0;
  /** How many steps lead to the alias whose copy is being made; undefined outside of copies. */
  let entry: number | undefined;
  let fault: string | undefined;
  const expand = (value: JsonValue, isCopy: boolean): JsonValue => {
    if (isCopy) copies += 1;
    fault ??= findFault(above.has(value), steps.length, copies);
    if (fault !== undefined || typeof value !== 'object' || value === null) return value;
    const isAgain = isCopy || seen.has(value);
    if (!isAgain) entry = undefined;
    else if (!isCopy) entry = steps.length;
    seen.add(value);
    above.add(value);
    const enter = (name: string | number, member: JsonValue): JsonValue => {
      if (fault !== undefined) return member;
      steps.push(name);
      const expanded = expand(member, isAgain);
      // After a fault, the steps must still lead to its place.
      if (fault === undefined) steps.pop();
      return expanded;
    };
    const expanded = Array.isArray(value)
      ? value.map((item: JsonValue, index) => enter(index, item))
      : Object.fromEntries(
          Object.entries(value).map(([name, member]) => [name, enter(name, member)]),
        );
    above.delete(value);
    return expanded;
  };
  const tree = expand(root, false);
  if (fault === undefined) return { root: tree };
  const offset = offsetOf(text, steps.slice(0, entry));
  return { faults: [{ offset, message: `not valid YAML: ${fault}` }] };
}

function findFault(isAbove: boolean, depth: number, copies: number): string | undefined {
  if (isAbove) return 'the anchor holds itself';
  if (depth > mostLevels) return `with its aliases, it is nested deeper than ${mostLevels} levels`;
  return copies > mostCopies
    ? `its aliases stand for more than ${mostCopies.toLocaleString('en')} values`
    : undefined;
}

/** The offset of a value or, if it has no place of its own, of the nearest value above it. */
function offsetOf(text: string, steps: readonly (string | number)[]): number {
  let spot = locateInYaml(text);
  let offset = spot?.start ?? 0;
  for (const step of steps.slice(0, mostLevels)) {
    const found = spot?.find(String(step));
    if (!found) break;
    offset = found.start;
    spot = found.spot;
  }
  return offset;
}

interface Growth {
  readonly root: TextSpot | undefined;
  readonly twins: readonly { readonly offset: number; readonly name: string }[];
}

interface Member {
  readonly start: number;
  readonly spot: TextSpot;
}

/** A mapping or sequence whose end has not been read yet. */
interface Frame {
  readonly members: Map<string, Member>;
  readonly isMap: boolean;
  /** The key that waits for its value. */
  key: { readonly name: string; readonly start: number } | undefined;
}

function growSpots(text: string): Growth {
  const open: Frame[] = [];
  const anchors = new Map<string, TextSpot>();
  const twins: { offset: number; name: string }[] = [];
  let root: TextSpot | undefined;
  const place = (event: Event, spot: TextSpot): void => {
    if ('anchorStart' in event && event.type !== EVENT_ID.ALIAS && event.anchorStart >= 0) {
      anchors.set(text.slice(event.anchorStart, event.anchorEnd), spot);
    }
    const frame = open.at(-1);
    if (!frame) root ??= spot;
    else if (!frame.isMap) {
      frame.members.set(String(frame.members.size), { start: spot.start, spot });
    } else if (frame.key) {
      const { name, start } = frame.key;
      if (frame.members.has(name) && name !== '<<') twins.push({ offset: start, name });
      else frame.members.set(name, { start, spot });
      frame.key = undefined;
    } else frame.key = { name: nameOf(text, event), start: spot.start };
  };
  for (const event of parse(text, (one) => parseEvents(one, { maxDepth: mostLevels }))) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        break;
      case EVENT_ID.POP:
        open.pop();
        break;
      case EVENT_ID.SCALAR:
        place(event, toSpot(startOfScalar(event.valueStart, text), undefined));
        break;
      case EVENT_ID.ALIAS: {
        const target = anchors.get(text.slice(event.anchorStart, event.anchorEnd));
        place(event, { start: event.anchorStart - 1, find: (step) => target?.find(step) });
        break;
      }
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING: {
        const isMap = event.type === EVENT_ID.MAPPING;
        const members = new Map<string, Member>();
        place(event, toSpot(event.start, members));
        open.push({ members, isMap, key: undefined });
      }
    }
  }
  return { root, twins };
}

function toSpot(start: number, members: Map<string, Member> | undefined): TextSpot {
  return {
    start,
    // A merged member stands where the merge key takes it from.
    find: (step) => members?.get(step) ?? members?.get('<<')?.spot.find(step),
  };
}

/** The parser gives the offset behind an opening quote; this returns that of the quote. */
function startOfScalar(start: number, text: string): number {
  const before = text[start - 1];
  return start > 0 && (before === '"' || before === "'") ? start - 1 : start;
}

function nameOf(text: string, event: Event): string {
  return event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : '';
}
