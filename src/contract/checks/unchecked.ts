import type { KeywordCxt } from 'ajv/dist/2020.js';

import { messageOf } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import { namesIn } from '../schema/keywords.ts';
import { reaches } from '../schema/schema-walk.ts';
import type { GenerateCode } from './loops.ts';
import { compilePattern } from './patterns/safe-patterns.ts';
import { unitOf } from './references.ts';
import type { IsSound } from './soundness.ts';

/** A keyword that checks nothing, since it needs a pattern that can't be used. */
export interface UncheckedKeyword {
  readonly place: Pick<Part, 'uri' | 'pointer'>;
  readonly keyword: string;
  readonly reason: string;
}

/** Leaves out the keywords that can't be checked, and only those. */
export interface UncheckedKeywords {
  /** Writes the code for `pattern`, or none. */
  guardPattern(cxt: KeywordCxt, builtIn: GenerateCode): void;
  /** Writes the code for the patterns of `patternProperties` that can be used. */
  guardPatterns(cxt: KeywordCxt, builtIn: GenerateCode): void;
  /**
   * Whether a schema below a keyword may accept what it should refuse, since a pattern in reach
   * can't be used. Then a keyword that refuses what the schema accepts can't be checked either.
   */
  isTooLoose(cxt: KeywordCxt, schema: unknown): boolean;
  /** The keywords that were left out since the last call. */
  take(): readonly UncheckedKeyword[];
  /** The pointers of the keywords in the reach of a schema that were left out. */
  placesIn(schema: Part): readonly string[];
}

export interface UncheckedMeaning {
  readonly documents: Documents;
  readonly isSound: IsSound;
  /** Where a schema stands that the library compiles as one function; undefined: in no contract. */
  readonly placeOf: (cxt: KeywordCxt) => Part | undefined;
}

export function createUnchecked(meaning: UncheckedMeaning): UncheckedKeywords {
  const { documents, isSound, placeOf } = meaning;
  const harmless = new Set<JsonValue>();
  const findPlaces = createPlaces(documents);
  const found = new Map<string, UncheckedKeyword>();
  let taken = 0;
  const note = (cxt: KeywordCxt, steps: string, reason: string): void => {
    const unit = placeOf(cxt);
    if (!unit) throw new Error(reason);
    const { keyword } = cxt;
    const pointer = `${unit.pointer}${pointerIn(cxt)}/${keyword}${steps}`;
    const place = { uri: unit.uri, pointer };
    const name = `${place.uri}#${pointer}`;
    if (!found.has(name)) found.set(name, { place, keyword, reason });
  };
  return {
    guardPattern(cxt, builtIn) {
      const reason = reasonAgainst(cxt.schema);
      if (reason === undefined) builtIn(cxt);
      else note(cxt, '', reason);
    },
    guardPatterns(cxt, builtIn) {
      const { schema } = cxt;
      const entries = isJsonObject(schema) ? Object.entries(schema) : [];
      const usable = entries.filter(([source]) => {
        const reason = reasonAgainst(source);
        if (reason !== undefined) note(cxt, stepDown('', source), reason);
        return reason === undefined;
      });
      cxt.schema = Object.fromEntries(usable);
      builtIn(cxt);
      cxt.schema = schema;
    },
    isTooLoose(cxt, schema) {
      const part = { ...unitOf(cxt), value: schema as JsonValue };
      if (isSound(part)) return false;
      let reason: string | undefined;
      const isLoose = ({ value }: Part<JsonObject>): boolean => {
        reason = unusableIn(value)[0]?.[1];
        return reason !== undefined;
      };
      if (!reaches(documents, [part], isLoose, harmless)) return false;
      note(cxt, '', `below it, ${reason}`);
      return true;
    },
    take() {
      if (taken === found.size) return none;
      const fresh = [...found.values()].slice(taken);
      taken = found.size;
      return fresh;
    },
    // Every reply asks.
    placesIn: (schema) => (found.size === 0 || isSound(schema) ? none : findPlaces(schema)),
  };
}

const none: readonly never[] = [];

function createPlaces(documents: Documents): (schema: Part) => readonly string[] {
  const known = new Map<JsonValue, readonly string[]>();
  return (schema) => {
    const before = known.get(schema.value);
    if (before) return before;
    const places: string[] = [];
    const collect = ({ pointer, value }: Part<JsonObject>): boolean => {
      places.push(...unusableIn(value).map(([steps]) => pointer + steps));
      return false;
    };
    reaches(documents, [schema], collect, new Set());
    known.set(schema.value, places);
    return places;
  };
}

/** The steps to each keyword of a schema that needs a pattern that can't be used, with the reason. */
function unusableIn({
  pattern,
  patternProperties,
}: JsonObject): readonly (readonly [steps: string, reason: string])[] {
  const named = namesIn(patternProperties).map(
    (source) => [stepDown('/patternProperties', source), source] as const,
  );
  return [['/pattern', pattern] as const, ...named].flatMap(([steps, source]) => {
    const reason = reasonAgainst(source);
    return reason === undefined ? [] : [[steps, reason] as const];
  });
}

/** Why a pattern can't be used; undefined if it can, or if it is no text at all. */
function reasonAgainst(source: unknown): string | undefined {
  if (typeof source !== 'string') return undefined;
  try {
    compilePattern(source);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** The library's path from the schema that it compiles to the one with the keyword, as a pointer. */
function pointerIn({ it: { errSchemaPath } }: KeywordCxt): string {
  return decodeURIComponent(errSchemaPath.replace(/^#/, ''));
}
