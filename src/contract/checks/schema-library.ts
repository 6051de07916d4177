import { createRequire } from 'node:module';

import type { AnySchema, ValidateFunction } from 'ajv';
import type Formats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { compileSchema, SchemaEnv } from 'ajv/dist/compile/index.js';
import type Core from 'ajv/dist/core.js';
import type { UriResolver } from 'ajv/dist/types/index.js';
import type Draft2020 from 'ajv/dist/vocabularies/draft2020.js';

import { messageOf } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { createCircles } from '../load/circles.ts';
import type { Documents, Part } from '../load/documents.ts';
import { resolveUri } from '../load/references.ts';
import { createDirections } from '../schema/directions.ts';
import { createDynamicScope } from '../schema/dynamic-scope.ts';
import { createRecursion } from '../schema/recursion.ts';
import { referenceTo } from '../schema/schema-walk.ts';
import { extendKeywords } from './keywords.ts';
import { patternOfNames } from './patterns/safe-patterns.ts';
import type { DeferredSchema } from './references.ts';
import type { IsSound } from './soundness.ts';
import { createSoundness } from './soundness.ts';
import type { UncheckedKeyword } from './unchecked.ts';
import { createUnchecked } from './unchecked.ts';
import { createRecall } from './verdicts.ts';

/** The schema library, ajv, set up for one contract. */
export interface SchemaLibrary {
  readonly isSound: IsSound;
  /** Throws if the schema cannot be compiled. */
  compile(part: Part): ValidateFunction;
  /** Compiles a schema that is not in the contract. */
  compileOwn(schema: JsonObject): ValidateFunction;
  /** The keywords that were left out of checks, since they can't be checked, since the last call. */
  takeUnchecked(): readonly UncheckedKeyword[];
  /** The pointers of such keywords in the reach of a schema. */
  uncheckedIn(schema: Part): readonly string[];
  /** Whether compiling failed because a reference leads nowhere. */
  isLoose(error: unknown): boolean;
}

const require = createRequire(import.meta.url);
// The main entry of ajv also loads meta-schemas and the rules of older drafts, which are unused.
const { default: Ajv } = require('ajv/dist/core.js') as typeof Core;
const { default: vocabularies } = require('ajv/dist/vocabularies/draft2020.js') as typeof Draft2020;
const loadFormatLimits = (): typeof Formats => require('ajv-formats') as typeof Formats;

/** Compiles schemas of the contract on demand. The documents resolve all references. */
export function createLibrary(documents: Documents): SchemaLibrary {
  const { texts } = documents;
  const ajv = createAjv(texts);
  const isSound = createSoundness(documents, (name) => ajv.getKeyword(name) !== false);
  const places = new WeakMap<SchemaEnv, Part>();
  const units = createUnits(documents, places);
  const unchecked = createUnchecked({
    documents,
    isSound,
    placeOf: ({ it }) => places.get(it.schemaEnv),
  });
  const defer = rememberParts((part) =>
    deferUnit(() => compileUnit(ajv, units(part)), referenceTo(part)),
  );
  extendKeywords(ajv, {
    documents,
    unchecked,
    dynamicScope: texts.some((text) => text.includes('$dynamicRef'))
      ? createDynamicScope(documents)
      : undefined,
    compileTarget: (target) => compileUnit(ajv, units(target)),
    deferSound: (target) => (isSound(target) ? defer(target) : undefined),
    checkFor: rememberParts((part) => createRecall(defer(part))),
    directions: createDirections(documents),
    recursion: createRecursion(documents),
    circles: createCircles(documents),
  });
  return {
    isSound,
    compile(part) {
      if (isSound(part)) return validateOf(compileUnit(ajv, units(part)));
      // A reference notices circles, which a schema by itself does not.
      const schema = { $ref: referenceTo(part) };
      return validateOf(compileUnit(ajv, new SchemaEnv({ schema, schemaId, baseId: part.uri })));
    },
    takeUnchecked: () => unchecked.take(),
    uncheckedIn: (schema) => unchecked.placesIn(schema),
    compileOwn: (schema) => ajv.compile(schema),
    isLoose: (error) => error instanceof Ajv.MissingRefError,
  };
}

/** Knows no schema: it compiles what it is given. */
function createAjv(texts: readonly string[]): Core.default {
  const ajv = new Ajv({
    next: true,
    strict: false,
    allErrors: true,
    validateSchema: false,
    // Schemas are not checked against meta-schemas, so none are loaded.
    meta: false,
    addUsedSchema: false,
    // Each schema becomes one function, however many references lead to it. That compiles faster,
    // and a keyword can find its schema by identity.
    inlineRefs: false,
    // Only own members count, not those that every object inherits, such as `constructor`.
    ownProperties: true,
    passContext: true,
    logger: false,
    uriResolver,
    // `unevaluated.ts` and `references.ts` write the code for these.
    unevaluated: false,
    dynamicRef: false,
    // `fault-words.ts` writes the messages, and only when they are needed.
    messages: false,
    code: {
      // Other keywords with patterns are left out where a pattern cannot be used.
      regExp: Object.assign(patternOfNames, { code: 'patternOfNames' }),
      // Optimising takes a third of the compile time, and the result is hardly faster.
      optimize: false,
    },
  });
  for (const vocabulary of vocabularies) ajv.addVocabulary(vocabulary);
  for (const [name, format] of Object.entries(fullFormats)) ajv.addFormat(name, format);
  if (texts.some((text) => /format(?:Exclusive)?M(?:in|ax)imum/.test(text)))
    loadFormatLimits().default(ajv);
  for (const [name, format] of Object.entries(ownFormats)) ajv.addFormat(name, format);
  return ajv;
}

const schemaId = '$id';

/** The library's unit of each schema. All references to a schema share it. */
function createUnits(
  { resolver }: Documents,
  places: WeakMap<SchemaEnv, Part>,
): (part: Part) => SchemaEnv {
  return rememberParts((part) => {
    // A trust edge: whether this is a schema turns out when it is compiled.
    const schema = part.value as AnySchema;
    const around = resolver.baseAround(part);
    const own = typeof schema === 'object' ? schema['$id'] : undefined;
    const baseId = typeof own === 'string' ? (resolveUri(own, around) ?? around) : around;
    const unit = new SchemaEnv({ schema, schemaId, baseId });
    places.set(unit, part);
    return unit;
  });
}

/** A schema stands at one place, so that its value stands for the place. */
function rememberParts<T>(create: (part: Part) => T): (part: Part) => T {
  const known = new Map<JsonValue, T>();
  return (part) => {
    const before = typeof part.value === 'object' ? known.get(part.value) : undefined;
    if (before !== undefined) return before;
    const made = create(part);
    if (typeof part.value === 'object') known.set(part.value, made);
    return made;
  };
}

/** A unit that is being compiled is returned as it is: its function comes later. */
function compileUnit(ajv: Core.default, unit: SchemaEnv): SchemaEnv {
  return unit.validate ? unit : compileSchema.call(ajv, unit);
}

function validateOf({ validate }: SchemaEnv): ValidateFunction {
  if (!validate || '$async' in validate) throw new Error('it is checked asynchronously');
  return validate;
}

/**
 * Compiles during a check. Keeps a failure as a plain error, so that it happens once: a RangeError
 * would mean that the value has no end.
 */
function deferUnit(compile: () => SchemaEnv, place: string): DeferredSchema {
  const deferred: DeferredSchema = {
    validate(value, at) {
      deferred.validate = compileLate(compile, place);
      return deferred.validate.call(this, value, at);
    },
  };
  return deferred;
}

function compileLate(compile: () => SchemaEnv, place: string): DeferredSchema['validate'] {
  try {
    return validateOf(compile());
  } catch (error) {
    const fault = new Error(`${place}: ${messageOf(error)}`, { cause: error });
    return () => {
      throw fault;
    };
  }
}

/** The library resolves `$id` as the documents do, and nothing else. */
const uriResolver: UriResolver = {
  parse: (path) => ({ path }),
  serialize: ({ path = '' }) => path,
  resolve: (base, path) => resolveUri(path, base) ?? path,
};

type Format =
  | { readonly type: 'string'; readonly validate: (text: string) => boolean }
  | { readonly type: 'number'; readonly validate: (value: number) => boolean };

/** Formats that the library checks too loosely or too slowly. */
const ownFormats: Readonly<Record<string, Format>> = {
  int32: {
    type: 'number',
    validate: (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31,
  },
  // The greatest int64 has no exact form as a number: it is read as 2^63.
  int64: {
    type: 'number',
    validate: (value) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63,
  },
  float: { type: 'number', validate: (value) => Math.abs(value) <= greatestFloat },
  byte: {
    type: 'string',
    validate: (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
  },
  'date-time': { type: 'string', validate: isDateTime },
  url: { type: 'string', validate: isUrl },
  uuid: {
    type: 'string',
    validate: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  },
};

const greatestFloat = (2 - 2 ** -23) * 2 ** 127;

function isUrl(text: string): boolean {
  return /^(?:https?|ftp):\/\/[^\s/?#]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}

/** RFC 3339 allows a space in place of the `T`. */
const dateTime =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-]\d\d):(\d\d))$/;

function isDateTime(text: string): boolean {
  const match = dateTime.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0, ...time] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  return isDay(year, month, day) && isTime(time, match[7]?.startsWith('-') === true);
}

function isDay(year: number, month: number, day: number): boolean {
  // Day 0 of the next month is the last of this one. `Date.UTC` would change years below 100.
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= last.getUTCDate();
}

function isTime(numbers: readonly number[], isWest: boolean): boolean {
  const [hour = 0, minute = 0, second = 0, zone = 0, rest = 0] = numbers;
  if (hour > 23 || minute > 59 || Math.abs(zone) > 23 || rest > 59) return false;
  // A leap second is the last second of a day in UTC.
  const offset = zone * 60 + (isWest ? -rest : rest);
  return second < 60 || (second === 60 && (hour * 60 + minute - offset + 1) % 1440 === 0);
}
