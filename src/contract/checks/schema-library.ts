import { createRequire } from 'node:module';

import type { ValidateFunction } from 'ajv';
import type Formats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { SchemaEnv } from 'ajv/dist/compile/index.js';
import type Core from 'ajv/dist/core.js';
import type Draft2020 from 'ajv/dist/vocabularies/draft2020.js';

import { messageOf } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { createCircles } from '../load/circles.ts';
import type { Documents, Part } from '../load/documents.ts';
import { isData, nameMaps } from '../load/references.ts';
import { createDirections } from '../schema/directions.ts';
import { createDiscriminators } from '../schema/discriminators.ts';
import { findKinds } from '../schema/kinds.ts';
import { createRecursion } from '../schema/recursion.ts';
import { referenceTo } from '../schema/schema-parts.ts';
import type { DeferredSchema } from './keywords.ts';
import { extendKeywords } from './keywords.ts';
import { compilePattern } from './patterns/safe-patterns.ts';
import type { IsSound } from './soundness.ts';
import { createSoundness } from './soundness.ts';

/** The schema library, ajv, set up for one contract. */
export interface SchemaLibrary {
  readonly isSound: IsSound;
  /** Throws if the schema cannot be compiled. */
  compile(part: Part): ValidateFunction;
  /** Compiles a schema that is not in the contract. */
  compileOwn(schema: JsonObject): ValidateFunction;
  /** Whether compiling failed because a reference leads nowhere. */
  isLoose(error: unknown): boolean;
}

const require = createRequire(import.meta.url);
// The main entry of ajv also loads meta-schemas and the rules of older drafts, which are unused.
const { default: Ajv } = require('ajv/dist/core.js') as typeof Core;
const { default: vocabularies } = require('ajv/dist/vocabularies/draft2020.js') as typeof Draft2020;
const loadFormatLimits = (): typeof Formats => require('ajv-formats') as typeof Formats;

/** Registers the contract's documents, and compiles schemas in them on demand. */
export function createLibrary(documents: Documents): SchemaLibrary {
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
    // `fault-words.ts` writes the messages, and only when they are needed.
    messages: false,
    code: {
      regExp: Object.assign(compilePattern, { code: 'compilePattern' }),
      // Optimising takes a third of the compile time, and the result is hardly faster.
      optimize: false,
    },
  });
  for (const vocabulary of vocabularies) ajv.addVocabulary(vocabulary);
  const { texts } = documents;
  // If the contract does not use these keywords, its checks need no code for them.
  ajv.opts.unevaluated = texts.some((text) => text.includes('unevaluated'));
  ajv.opts.dynamicRef =
    documents.hasNames && texts.some((text) => /\$(?:dynamic|recursive)Ref/.test(text));
  for (const [name, format] of Object.entries(fullFormats)) ajv.addFormat(name, format);
  if (texts.some((text) => /format(?:Exclusive)?M(?:in|ax)imum/.test(text)))
    loadFormatLimits().default(ajv);
  for (const [name, format] of Object.entries(ownFormats)) ajv.addFormat(name, format);
  const isSound = createSoundness(documents, (name) => ajv.getKeyword(name) !== false);
  const discriminators = createDiscriminators(documents);
  extendKeywords(ajv, {
    standInFor: createStandIns(documents, ajv, isSound),
    directions: createDirections(documents),
    discriminators,
    recursion: createRecursion(documents, discriminators),
    circles: createCircles(documents),
    findKinds: (schema, keyword) => findKinds(documents, schema, keyword),
  });
  registerDocuments(ajv, documents);
  return {
    isSound,
    compile: (part) => {
      const ref = referenceTo(part);
      return isSound(part) ? compileAt(ajv, ref) : ajv.compile({ $ref: ref });
    },
    compileOwn: (schema) => ajv.compile(schema),
    isLoose: (error) => error instanceof Ajv.MissingRefError,
  };
}

function registerDocuments(ajv: Registry, documents: Documents): void {
  // Documents are registered whole and never dereferenced: the library resolves references, also
  // circular ones, and compiles only the parts that are asked for.
  for (const [uri, { root }] of documents.sources) {
    if (typeof root !== 'object' || root === null) continue;
    // The library reads every `$id` as that of a schema, even inside an example.
    if (documents.hasNames) withoutDataNames(root, () => void ajv.addSchema(root, uri));
    // `addSchema` would search the whole document for names, and it has none.
    else ajv.schemas[uri] = new SchemaEnv({ schema: root, schemaId: '$id', baseId: uri });
  }
}

type Registry = Pick<Core.default, 'addSchema' | 'schemas'>;

/** The function for the schema at a place. All references to that place share it. */
function compileAt(ajv: Core.default, ref: string): ValidateFunction {
  const found = ajv.getSchema(ref);
  return found && !('$async' in found) ? found : ajv.compile({ $ref: ref });
}

/**
 * Compiles during a check. Keeps a failure as a plain error, so that it happens once: a RangeError
 * would mean that the value has no end.
 */
function compileLate(ajv: Core.default, ref: string): NonNullable<DeferredSchema['validate']> {
  try {
    return compileAt(ajv, ref);
  } catch (error) {
    const fault = new Error(`${ref}: ${messageOf(error)}`, { cause: error });
    return () => {
      throw fault;
    };
  }
}

/** Defers compiling until a value gets there, but only for schemas that will surely compile. */
function createStandIns(
  documents: Documents,
  ajv: Core.default,
  isSound: IsSound,
): (ref: string, uri: string) => DeferredSchema | undefined {
  const standIns = new Map<string, DeferredSchema>();
  return (ref, uri) => {
    const target = documents.step({ uri, pointer: '', value: { $ref: ref } });
    // To find unevaluated members, the library has to compile the schemas behind references first.
    if (!target || ajv.opts.unevaluated || !isSound(target)) return undefined;
    const place = referenceTo(target);
    const known = standIns.get(place);
    if (known) return known;
    const standIn: DeferredSchema = {
      validate(value, at) {
        standIn.validate = compileLate(ajv, place);
        return standIn.validate.call(this, value, at);
      },
    };
    standIns.set(place, standIn);
    return standIn;
  };
}

/** Keywords that name a schema. Inside an example they are data. */
const names = ['$id', '$anchor', '$dynamicAnchor'];

/** Runs `work` while no data in the document has members that look like names of schemas. */
export function withoutDataNames(root: JsonValue, work: () => void): void {
  const restore = findNamed(root).map(setAside);
  try {
    work();
  } finally {
    for (const each of restore) each();
  }
}

function findNamed(root: JsonValue): readonly JsonObject[] {
  const found: JsonObject[] = [];
  const visit = (value: JsonValue, isNameMap: boolean, isWithinData: boolean): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, false, isWithinData);
    } else if (isJsonObject(value)) {
      if (isWithinData && names.some((name) => Object.hasOwn(value, name))) found.push(value);
      for (const [name, member] of Object.entries(value)) {
        const isBelowData = isWithinData || (!isNameMap && isData(name, member));
        visit(member, !isNameMap && nameMaps.has(name), isBelowData);
      }
    }
  };
  visit(root, false, false);
  return found;
}

/** Removes the names. The function that it returns puts them back, in the same order. */
function setAside(value: JsonObject): () => void {
  const members = Object.entries(value);
  for (const name of names) Reflect.deleteProperty(value, name);
  return () => {
    for (const [name, member] of members) {
      Reflect.deleteProperty(value, name);
      Object.defineProperty(value, name, {
        value: member,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    }
  };
}

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
