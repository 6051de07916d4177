import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import type { Complaint } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { once } from '../../base/once.ts';
import type { Source } from '../../text/source.ts';
import { complainAt, parseBytes } from '../../text/source.ts';
import type { Overlay } from '../overlay/apply-overlays.ts';
import { createReader } from '../schema/discriminators.ts';
import type { SchemaReader } from '../schema/schema-reader.ts';
import { createSteps } from '../schema/schema-reader.ts';
import type { ContractFiles, LooseEnd } from './files.ts';
import { readLibrary } from './files.ts';
import { uriOf } from './places.ts';
import type { Reach } from './reach.ts';
import { scanReferences } from './references.ts';
import type { Part, Resolver } from './resolver.ts';
import { createResolver } from './resolver.ts';
import type { FormFault } from './structure.ts';
import { walkStructure } from './structure.ts';
import { describeByExamples } from './told-by-examples.ts';

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
  /** Schemas of replies that the contract only shows by examples: nothing is held to them. */
  readonly toldSchemas: ReadonlySet<JsonValue>;
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
  named: string | readonly string[],
  options: ReadOptions = closeBy,
  overlays: readonly Overlay[] = [],
): Promise<Documents> {
  const places = [named].flat();
  const library = await readLibrary(places, options, overlays);
  const { sources, texts, scans, looseEnds, textFaults } = library;
  const roots = places.map((place) => topOf(library, uriOf(place)));
  // Mending moves values. So a new resolver, which has cached no targets yet, is made afterwards.
  const structure = walkStructure(
    roots,
    sources,
    createResolver(sources, scans),
    options.isLenient,
  );
  const { faults: formFaults, secretMembers, memberNames } = structure;
  const toldSchemas = describeByExamples(
    roots,
    sources,
    once(() => createResolver(sources, scans)),
  );
  const resolver = createResolver(sources, scans);
  const hasNames = [...scans.values()].some((scan) => scan.hasNames);
  const found = { looseEnds, textFaults, formFaults, secretMembers, memberNames, toldSchemas };
  return createDocuments({ roots, sources, texts, hasNames, ...found }, resolver);
}

/** Reads a document of this package at once. It refers to no other, and its form is tested. */
export function openDocument(file: string): Documents {
  const uri = pathToFileURL(file).href;
  const source = parseBytes(file, readFileSync(file));
  const sources = new Map([[uri, source]]);
  const scans = new Map([[uri, scanReferences(source.root, uri, true)]]);
  const roots = [{ uri, pointer: '', value: source.root }];
  const found = { looseEnds: [], textFaults: [], formFaults: [], hasNames: false };
  const names = {
    secretMembers: new Set<string>(),
    memberNames: new Set<string>(),
    toldSchemas: new Set<JsonValue>(),
  };
  const contents = { roots, sources, texts: [source.text], ...found, ...names };
  return createDocuments(contents, createResolver(sources, scans));
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
  | 'toldSchemas'
>;

function createDocuments(contents: Contents, resolver: Resolver): Documents {
  const { roots, sources } = contents;
  return {
    ...contents,
    ...createReader(createSteps(sources, resolver)),
    resolver,
    root: roots[0] ?? { uri: '', pointer: '', value: null },
    complain: (part, message) => complainAbout(sources.get(part.uri), part, message),
  };
}

function complainAbout(
  source: Source | undefined,
  { uri, pointer }: Pick<Part, 'uri' | 'pointer'>,
  message: string,
): Complaint {
  return source ? complainAt(source, pointer, message) : { file: uri, pointer, message };
}
