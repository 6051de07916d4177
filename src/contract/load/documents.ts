import { pathToFileURL } from 'node:url';

import type { Complaint } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown, valueAt } from '../../base/json.ts';
import type { Source } from '../../text/source.ts';
import { complainAt } from '../../text/source.ts';
import type { Overlay } from '../overlay/apply-overlays.ts';
import type { FindSubtypes } from '../schema/subtypes.ts';
import { createSubtypes } from '../schema/subtypes.ts';
import type { ContractFiles, LooseEnd } from './files.ts';
import { readLibrary } from './files.ts';
import type { Reach } from './reach.ts';
import type { Part, Resolver, SchemaReader } from './resolver.ts';
import { createResolver } from './resolver.ts';
import type { FormFault } from './structure.ts';
import { walkStructure } from './structure.ts';

export type { Part };
export type { LooseEnd };

/** The contracts and all files that they refer to, parsed but never dereferenced. */
export interface Documents extends SchemaReader {
  /** The root of the first contract. */
  readonly root: Part;
  /** The roots of all contracts. */
  readonly roots: readonly Part[];
  /** The texts of all files that were read, overlays included. */
  readonly texts: readonly string[];
  /**
   * Whether schemas may have names of their own (`$id`, `$anchor`). Then the text of a `$ref` alone
   * does not tell where it leads.
   */
  readonly hasNames: boolean;
  /** References that could not be followed. */
  readonly looseEnds: readonly LooseEnd[];
  /** Texts that were not valid Unicode, and were repaired. */
  readonly textFaults: readonly Complaint[];
  /** What is wrong with the form of the contracts. A lenient start repairs what it can. */
  readonly formFaults: readonly FormFault[];
  /** Names of the object members that the contracts declare as secrets. */
  readonly secretMembers: ReadonlySet<string>;
  /** Names of all object members that the contracts declare. */
  readonly memberNames: ReadonlySet<string>;
  /**
   * The subtypes of a base with a discriminator: those in its mapping, and those that extend it by
   * `allOf`. None if the base lists them itself in `oneOf` or `anyOf`.
   */
  readonly subtypes: FindSubtypes;
  /**
   * The subtypes of such a base, as if it listed them as alternatives: a value matches one of them.
   * Empty if `isMet` accepts one of them: the caller comes from that subtype, so the choice is
   * made.
   */
  kinds(base: Part, isMet: (schema: JsonValue) => boolean): readonly Part[];
  complain(part: Pick<Part, 'uri' | 'pointer'>, message: string): Complaint;
  readonly resolver: Resolver;
}

/** How far references may lead, and whether to repair schemas that can't be compiled. */
export interface ReadOptions extends Reach {
  readonly isLenient: boolean;
}

/** References lead only to files in the folder of the contract. */
const closeBy: ReadOptions = { isLenient: false, allowRemoteRefs: false, allowRefs: [] };

/** Reads contracts and, one after the other, the files that their `$ref`s name. */
export async function loadDocuments(
  files: string | readonly string[],
  options: ReadOptions = closeBy,
  overlays: readonly Overlay[] = [],
): Promise<Documents> {
  const library = await readLibrary([files].flat(), options, overlays);
  const { sources, texts, scans, looseEnds, textFaults } = library;
  const rootUris = [files].flat().map((file) => pathToFileURL(file).href);
  const roots = rootUris.map((uri) => topOf(library, uri));
  // Mending moves values. So a new resolver, which has cached no targets yet, is made afterwards.
  const structure = walkStructure(
    roots,
    sources,
    createResolver(sources, scans),
    options.isLenient,
  );
  const { faults: formFaults, secretMembers, memberNames } = structure;
  const resolver = createResolver(sources, scans);
  const hasNames = [...scans.values()].some((scan) => scan.hasNames);
  const found = { looseEnds, textFaults, formFaults, secretMembers, memberNames };
  return createDocuments({ roots, sources, texts, hasNames, ...found }, resolver);
}

function topOf({ sources }: ContractFiles, uri: string): Part {
  return { uri, pointer: '', value: sources.get(uri)?.root ?? null };
}

type Contents = Pick<
  Documents,
  | 'roots'
  | 'sources'
  | 'texts'
  | 'hasNames'
  | 'looseEnds'
  | 'textFaults'
  | 'formFaults'
  | 'secretMembers'
  | 'memberNames'
>;

function createDocuments(contents: Contents, resolver: Resolver): Documents {
  const { roots, sources } = contents;
  const reader = createReader(sources, resolver);
  const subtypes = createSubtypes(reader);
  return {
    ...contents,
    ...reader,
    resolver,
    root: roots[0] ?? { uri: '', pointer: '', value: null },
    subtypes,
    kinds(base, isMet) {
      const found = subtypes(base)?.byValue;
      if (!found) return noParts;
      const distinct = new Map([...found.values()].map((part) => [part.value, part]));
      return [...distinct.keys()].some(isMet) ? noParts : [...distinct.values()];
    },
    complain: (part, message) => complainAbout(sources.get(part.uri), part, message),
  };
}

function createReader(sources: SchemaReader['sources'], resolver: Resolver): SchemaReader {
  const targets = new WeakMap<JsonValue & object, readonly Part[]>();
  const reader: SchemaReader = {
    sources,
    step(part) {
      const ref = isJsonObject(part.value) ? part.value['$ref'] : undefined;
      return typeof ref === 'string' ? resolver.resolve(ref, part) : undefined;
    },
    follow(part) {
      let current = part;
      // A longer chain of references is taken for a circle.
      for (let hops = 0; hops < 100; hops += 1) {
        const ref = isJsonObject(current.value) ? current.value['$ref'] : undefined;
        if (typeof ref !== 'string') return current;
        const target = resolver.resolve(ref, current);
        if (!target) return undefined;
        current = target;
      }
      return undefined;
    },
    at(part, ...steps) {
      let current: Part | undefined = part;
      for (const step of steps) {
        const holder: Part | undefined = current && reader.follow(current);
        const value: JsonValue | undefined = holder && memberOf(holder.value, step);
        if (!holder || value === undefined) return undefined;
        current = { uri: holder.uri, pointer: stepDown(holder.pointer, step), value };
      }
      return current;
    },
    child(part, ...steps) {
      const found = reader.at(part, ...steps);
      return found && reader.follow(found);
    },
    own({ uri, pointer, value }, keyword) {
      const found = memberOf(value, keyword);
      return found === undefined
        ? undefined
        : { uri, pointer: stepDown(pointer, keyword), value: found };
    },
    targetsOf(schema) {
      const { value } = schema;
      if (!isJsonObject(value)) return noParts;
      const { $ref, $dynamicRef } = value;
      if ($ref === undefined && $dynamicRef === undefined) return noParts;
      const known = targets.get(value);
      if (known) return known;
      const found = [$ref, $dynamicRef].flatMap((ref) =>
        typeof ref === 'string' ? (resolver.resolve(ref, schema) ?? []) : [],
      );
      targets.set(value, found);
      return found;
    },
    listBelow(schema, keyword) {
      const list = reader.own(schema, keyword);
      const values: readonly JsonValue[] = Array.isArray(list?.value) ? list.value : noValues;
      return values.flatMap((value, index) =>
        list ? [{ uri: list.uri, pointer: stepDown(list.pointer, index), value }] : [],
      );
    },
    mapBelow(schema, keyword) {
      const map = reader.own(schema, keyword);
      if (!map || !isJsonObject(map.value)) return noEntries;
      return Object.entries(map.value).map(([name, value]) => [
        name,
        { uri: map.uri, pointer: stepDown(map.pointer, name), value },
      ]);
    },
    parts(schema) {
      const { value } = schema;
      const isWhole = !isJsonObject(value) || !('$ref' in value || 'allOf' in value);
      if (isWhole) return noParts;
      const target = reader.follow(schema);
      const whole = reader.own(schema, 'allOf');
      const indexes = Array.isArray(whole?.value) ? [...whole.value.keys()] : [];
      const branches = indexes.map((index) => whole && reader.at(whole, index));
      const isElsewhere = target && target.value !== schema.value;
      return [
        ...(isElsewhere ? [target] : []),
        ...branches.filter((branch) => branch !== undefined),
      ];
    },
  };
  return reader;
}

const noParts: readonly Part[] = [];
const noValues: readonly JsonValue[] = [];
const noEntries: readonly (readonly [string, Part])[] = [];

function memberOf(value: JsonValue, step: string | number): JsonValue | undefined {
  if (Array.isArray(value)) {
    return typeof step === 'number' ? value[step] : valueAt(value, stepDown('', step));
  }
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function complainAbout(
  source: Source | undefined,
  { uri, pointer }: Pick<Part, 'uri' | 'pointer'>,
  message: string,
): Complaint {
  return source ? complainAt(source, pointer, message) : { file: uri, pointer, message };
}
