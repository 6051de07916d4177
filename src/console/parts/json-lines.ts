import type { Json, JsonObject, Violation } from '../api/documents.ts';
import { escapeHidden } from './hidden-signs.ts';

/** One line of JSON as it is printed. */
export interface JsonLine {
  /** The JSON Pointer of the value that begins here; undefined where one ends. */
  readonly pointer: string | undefined;
  readonly depth: number;
  /** The name of the member, as JSON; undefined in lists. */
  readonly name: string | undefined;
  readonly text: string;
  readonly kind: 'string' | 'number' | 'word' | 'bracket';
  readonly hasComma: boolean;
}

type Place = Pick<JsonLine, 'depth' | 'name' | 'hasComma'> & { readonly pointer: string };

export function writeJsonLines(value: Json): readonly JsonLine[] {
  const lines: JsonLine[] = [];
  write(value, { pointer: '', depth: 0, name: undefined, hasComma: false }, lines);
  return lines;
}

/** Violations by the line at which they stand; what is missing stands at what lacks it. */
export function placeViolations(
  lines: readonly JsonLine[],
  violations: readonly Violation[],
): ReadonlyMap<number, readonly Violation[]> {
  const places = new Map(
    lines.flatMap(({ pointer }, index) => (pointer === undefined ? [] : [[pointer, index]])),
  );
  const placed = new Map<number, readonly Violation[]>();
  for (const violation of violations) {
    let pointer = violation.pointer;
    while (!places.has(pointer) && pointer !== '')
      pointer = pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
    const line = places.get(pointer) ?? 0;
    placed.set(line, [...(placed.get(line) ?? []), violation]);
  }
  return placed;
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** `Array.isArray` doesn't narrow read-only lists. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function write(value: Json, place: Place, lines: JsonLine[]): void {
  const isArray = isList(value);
  if (!isArray && !isJsonObject(value)) {
    lines.push({ ...place, text: writeText(value), kind: kindOf(value) });
    return;
  }
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  const members: readonly (readonly [string, Json])[] = isArray
    ? value.map((item, index) => [String(index), item])
    : Object.entries(value);
  if (members.length === 0) {
    lines.push({ ...place, text: open + close, kind: 'bracket' });
    return;
  }
  lines.push({ ...place, text: open, kind: 'bracket', hasComma: false });
  for (const [index, [name, member]] of members.entries()) {
    const next = {
      pointer: `${place.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      depth: place.depth + 1,
      name: isArray ? undefined : writeText(name),
      hasComma: index < members.length - 1,
    };
    write(member, next, lines);
  }
  const end = { pointer: undefined, name: undefined, text: close, kind: 'bracket' } as const;
  lines.push({ ...end, depth: place.depth, hasComma: place.hasComma });
}

function writeText(value: Json): string {
  return escapeHidden(JSON.stringify(value));
}

function kindOf(value: Json): JsonLine['kind'] {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'word';
}
