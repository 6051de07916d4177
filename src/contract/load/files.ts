import { basename } from 'node:path';

import type { Complaint } from '../../base/errors.ts';
import { messageOf } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import { findNear } from '../../base/nearest.ts';
import { toWellFormedJson } from '../../base/texts.ts';
import type { Source } from '../../text/source.ts';
import { complainAt, complainOfIllFormed, parseSource } from '../../text/source.ts';
import type { Overlay } from '../overlay/apply-overlays.ts';
import { versionOf } from './dialect.ts';
import type { Follow, Reach } from './reach.ts';
import { uriOf } from './places.ts';
import { createFollow } from './reach.ts';
import { readPlace } from './read-place.ts';
import type { ContractReference, ReferenceScan, ReferenceTarget } from './references.ts';
import { scanReferences, splitReference } from './references.ts';
import type { Resolver } from './resolver.ts';
import { createResolver } from './resolver.ts';

/** A reference that leads to nothing, or to a place that is not allowed. */
export interface LooseEnd {
  readonly uri: string;
  readonly pointer: string;
  readonly complaint: Complaint;
  /** Whether the server can ignore it: the document exists, but has nothing at that place. */
  readonly isTolerable: boolean;
}

/** All documents of the contracts, and their references. */
export interface ContractFiles {
  readonly sources: ReadonlyMap<string, Source>;
  readonly scans: ReadonlyMap<string, ReferenceScan>;
  readonly looseEnds: readonly LooseEnd[];
  /** Texts that were not valid Unicode. They are repaired now. */
  readonly textFaults: readonly Complaint[];
  /** The texts of all files, overlays included. */
  readonly texts: readonly string[];
}

interface FileList {
  readonly sources: Map<string, Source>;
  readonly scans: Map<string, ReferenceScan>;
  readonly textFaults: Complaint[];
}

/** Reads contracts, then one after the other the files that they refer to. */
export async function readLibrary(
  places: readonly string[],
  reach: Reach,
  overlays: readonly Overlay[],
): Promise<ContractFiles> {
  const fileList: FileList = { sources: new Map(), scans: new Map(), textFaults: [] };
  const roots = places.map(uriOf);
  const follow = await createFollow(places, reach);
  for (const place of places) {
    const text = reach.contractTexts?.get(place);
    const source = text === undefined ? await readPlace(place) : parseSource(basename(place), text);
    fileList.sources.set(uriOf(place), mendTexts(source, fileList));
  }
  if (overlays.length > 0) {
    const { applyOverlays } = await import('../overlay/apply-overlays.ts');
    // Overlays come first: they may change references, versions and everything else.
    for (const [uri, source] of applyOverlays(fileList.sources, overlays)) {
      fileList.sources.set(uri, source);
    }
  }
  const hasIds = roots.some((uri) => isOfJsonSchema(fileList.sources.get(uri)));
  const failures = await readAll(fileList, follow, hasIds);
  for (const uri of roots) await upgradeIfOld(fileList, uri);
  const resolver = createResolver(fileList.sources, fileList.scans);
  const looseEnds = [...findFailed(failures, resolver), ...findLoose(fileList, resolver)];
  const everything = [...fileList.sources.values(), ...overlays.map(({ source }) => source)];
  return { ...fileList, looseEnds, texts: everything.map(({ text }) => text) };
}

/** Replaces what is not valid Unicode by U+FFFD, so that it can be sent, and reports it. */
function mendTexts(source: Source, { textFaults }: FileList): Source {
  const faults = complainOfIllFormed(source);
  if (faults.length === 0) return source;
  textFaults.push(...faults);
  return { ...source, root: toWellFormedJson(source.root) };
}

/** Only from 3.1 on can `$id` name a schema. Before, a member of that name has no meaning. */
function isOfJsonSchema(source: Source | undefined): boolean {
  const version = source && versionOf(source.root);
  return version === undefined || version === '3.1' || version === '3.2';
}

interface Failure {
  readonly uri: string;
  readonly reference: ContractReference;
  /** The document that the reference needs; undefined if the reference can't be parsed. */
  readonly resource: string | undefined;
  readonly complaint: Complaint;
}

async function readAll(
  fileList: FileList,
  follow: Follow,
  hasIds: boolean,
): Promise<readonly Failure[]> {
  const { sources, scans } = fileList;
  const failures: Failure[] = [];
  // The loop also visits the sources that it adds to the Map.
  for (const [uri, source] of sources) {
    const scan = scanReferences(source.root, uri, hasIds);
    scans.set(uri, scan);
    const inside = new Set(scan.resources.map(({ base }) => base));
    for (const reference of scan.references) {
      const { ref, base } = reference;
      let resource: string | undefined;
      try {
        ({ resource } = splitReference(ref, base));
        if (sources.has(resource) || inside.has(resource)) continue;
        sources.set(resource, mendTexts(await follow(resource, uri), fileList));
      } catch (error) {
        const complaint = complainAt(
          source,
          reference.pointer,
          `$ref to ${ref}: ${messageOf(error)}`,
        );
        failures.push({ uri, reference, resource, complaint });
      }
    }
    for (const { ref, base } of scan.mapped) await readMapped(fileList, follow, { ref, base, uri });
  }
  return failures;
}

/** A mapping may name a schema or hold a reference, and its text does not tell which. */
async function readMapped(
  fileList: FileList,
  follow: Follow,
  { ref, base, uri }: { readonly ref: string; readonly base: string; readonly uri: string },
): Promise<void> {
  if (!/[/.]/.test(ref) || ref.startsWith('#')) return;
  try {
    const { resource } = splitReference(ref, base);
    if (fileList.sources.has(resource)) return;
    fileList.sources.set(resource, mendTexts(await follow(resource, uri), fileList));
  } catch {
    // A name, or a reference to nothing: then the mapping selects nothing.
  }
}

/**
 * A document that could not be read may be a schema in another document, by its `$id`. Then the
 * reference is not a loose end.
 */
function findFailed(failures: readonly Failure[], resolver: Resolver): readonly LooseEnd[] {
  return failures.flatMap(({ uri, reference: { pointer }, resource, complaint }) =>
    resource !== undefined && resolver.knows(resource)
      ? []
      : [{ uri, pointer, complaint, isTolerable: false }],
  );
}

/** References into a document that was read, to a place that does not exist. */
function findLoose({ sources, scans }: FileList, resolver: Resolver): readonly LooseEnd[] {
  const loose: LooseEnd[] = [];
  for (const [uri, source] of sources) {
    for (const reference of scans.get(uri)?.references ?? []) {
      const { ref, base } = reference;
      if (resolver.resolve(ref, targetOf(uri, reference)) !== undefined) continue;
      if (!isWithin(ref, base, resolver)) continue;
      const { pointer } = reference;
      const advice = adviseOn(ref, targetOf(uri, reference), resolver);
      const message = `$ref to ${ref}: there is nothing at that place${advice}`;
      const complaint = complainAt(source, pointer, message);
      loose.push({ uri, pointer, complaint, isTolerable: true });
    }
  }
  return loose;
}

/** Names a similar place, or that of the same name among the components. */
function adviseOn(ref: string, from: ReferenceTarget, resolver: Resolver): string {
  const [, parent = '', name = ''] = /^(.*)\/([^/]+)$/.exec(ref) ?? [];
  const namesAt = (place: string): readonly string[] => {
    const value = resolver.resolve(place, from)?.value;
    return isJsonObject(value) ? Object.keys(value) : [];
  };
  const near = findNear(name, namesAt(parent), Math.min(2, Math.floor(name.length / 3)));
  const [file = ''] = ref.split('#', 1);
  const kind = namesAt(`${file}#/components`).find((one) =>
    namesAt(`${file}#/components/${one}`).includes(name),
  );
  if (near !== undefined) return `; did you mean ${parent}/${near}?`;
  return kind === undefined ? '' : `; did you mean ${file}#/components/${kind}/${name}?`;
}

/** Makes the pointer on demand: most references never need it. */
function targetOf(uri: string, reference: ContractReference): ReferenceTarget {
  return {
    uri,
    get pointer() {
      return reference.pointer;
    },
  };
}

function isWithin(ref: string, base: string, resolver: Resolver): boolean {
  try {
    return resolver.knows(splitReference(ref, base).resource);
  } catch {
    return false;
  }
}

/** Upgrades Swagger 2.0 to OpenAPI 3.0. Complaints still name the original places. */
async function upgradeIfOld({ sources, scans }: FileList, uri: string): Promise<void> {
  const source = sources.get(uri);
  if (!source || versionOf(source.root) !== '2.0' || !isJsonObject(source.root)) return;
  const { upgradeSwagger } = await import('./swagger/swagger.ts');
  const upgraded = upgradeSwagger(source, uri, createResolver(sources, scans));
  sources.set(uri, upgraded);
  scans.set(uri, scanReferences(upgraded.root, uri, false));
}
