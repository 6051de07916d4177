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

/** The schema library, set up for one contract. */
export interface SchemaLibrary {
  readonly isSound: IsSound;
  /** Throws where that can't be done. */
  compile(part: Part): ValidateFunction;
  /** A schema that stands in no contract. */
  compileOwn(schema: JsonObject): ValidateFunction;
  /** Whether a schema could not be compiled because a reference leads nowhere. */
  isLoose(error: unknown): boolean;
}

const require = createRequire(import.meta.url);
// The front door brings along the schemas of schemas and the rules of older drafts, which are of no use here.
const { default: Ajv } = require('ajv/dist/core.js') as typeof Core;
const { default: vocabularies } = require('ajv/dist/vocabularies/draft2020.js') as typeof Draft2020;
const loadFormatLimits = (): typeof Formats => require('ajv-formats') as typeof Formats;

/** Knows the contract's documents, and compiles what stands in them when it is asked to. */
export function createLibrary(documents: Documents): SchemaLibrary {
  const ajv = new Ajv({
    next: true,
    strict: false,
    allErrors: true,
    validateSchema: false,
    // Nothing is held to the schema of schemas, so that nobody needs it.
    meta: false,
    addUsedSchema: false,
    // Each schema becomes one function, however many refer to it: that is faster to compile, and
    // every schema that a keyword stands in can be told by its identity.
    inlineRefs: false,
    // A member is what the value itself has, and not what every object has, such as `constructor`.
    ownProperties: true,
    passContext: true,
    // Tenths have no exact binary form: a price of 0.07 is a multiple of 0.01 all the same.
    multipleOfPrecision: 9,
    logger: false,
    // Faults are put into words of our own, and only where somebody asks for them.
    messages: false,
    code: {
      regExp: Object.assign(compilePattern, { code: 'compilePattern' }),
      // Shorter code is hardly faster, and a third of the time to make it goes into shortening it.
      optimize: false,
    },
  });
  for (const vocabulary of vocabularies) ajv.addVocabulary(vocabulary);
  const { texts } = documents;
  // What a contract doesn't speak of needs no code in each of its checks.
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

/** What the schema library needs to be told of. */
function registerDocuments(ajv: Registry, documents: Documents): void {
  // The documents are registered whole and never dereferenced: references are resolved by the
  // library, circular ones too, and only the parts that are asked for get compiled.
  for (const [uri, { root }] of documents.sources) {
    if (typeof root !== 'object' || root === null) continue;
    // The library takes an `$id` for a schema's, also in an example.
    if (documents.hasNames) withoutDataNames(root, () => void ajv.addSchema(root, uri));
    // It would look through all of it for names that aren't there.
    else ajv.schemas[uri] = new SchemaEnv({ schema: root, schemaId: '$id', baseId: uri });
  }
}

type Registry = Pick<Core.default, 'addSchema' | 'schemas'>;

/** The function for what stands at a place, which is the same for all that refer to it. */
function compileAt(ajv: Core.default, ref: string): ValidateFunction {
  const found = ajv.getSchema(ref);
  return found && !('$async' in found) ? found : ajv.compile({ $ref: ref });
}

/** What fails in the middle of a check would be taken for a value that has no end, and be tried each time. */
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

/** What is compiled when a value first gets to it; only for what will surely compile then. */
function createStandIns(
  documents: Documents,
  ajv: Core.default,
  isSound: IsSound,
): (ref: string, uri: string) => DeferredSchema | undefined {
  const standIns = new Map<string, DeferredSchema>();
  return (ref, uri) => {
    const target = documents.step({ uri, pointer: '', value: { $ref: ref } });
    // What looks for members that nobody has looked at wants to know what each schema looks at.
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

/** What gives a schema a name, and gives nothing to what stands in an example. */
const names = ['$id', '$anchor', '$dynamicAnchor'];

/** Does something to a document while data in it has none of the names that schemas may have. */
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

/** Takes the names out; what comes back puts them where they were, in the same order. */
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

/** A format of strings or of numbers, for the schema library. */
type Format =
  | { readonly type: 'string'; readonly validate: (text: string) => boolean }
  | { readonly type: 'number'; readonly validate: (value: number) => boolean };

/** Formats that the library knows less exactly, or takes too long over. */
const ownFormats: Readonly<Record<string, Format>> = {
  int32: {
    type: 'number',
    validate: (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31,
  },
  // The greatest of them has no exact form here and is read as 2^63.
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

/** RFC 3339, which lets a blank stand for the `T`. */
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
  // Day 0 of the next month is the last of this one; years below 100 need a setter to be meant.
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= last.getUTCDate();
}

function isTime(numbers: readonly number[], isWest: boolean): boolean {
  const [hour = 0, minute = 0, second = 0, zone = 0, rest = 0] = numbers;
  if (hour > 23 || minute > 59 || Math.abs(zone) > 23 || rest > 59) return false;
  // A leap second is the last of a day in Greenwich.
  const offset = zone * 60 + (isWest ? -rest : rest);
  return second < 60 || (second === 60 && (hour * 60 + minute - offset + 1) % 1440 === 0);
}
