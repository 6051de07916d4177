import { pathToFileURL } from 'node:url';

import type { Complaint } from '../../base/errors.ts';
import { messageOf } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import { toWellFormedJson } from '../../base/texts.ts';
import type { Source } from '../../text/source.ts';
import { complainAt, complainOfIllFormed } from '../../text/source.ts';
import type { Overlay } from '../overlay/apply-overlays.ts';
import { versionOf } from './dialect.ts';
import type { Follow, Reach } from './reach.ts';
import { createFollow, readNamed, readSource } from './reach.ts';
import type { ContractReference, ReferenceScan, ReferenceTarget } from './references.ts';
import { scanReferences, splitReference } from './references.ts';
import type { Resolver } from './resolver.ts';
import { createResolver } from './resolver.ts';

/** A reference that leads nowhere, or where it may not lead. */
export interface LooseEnd {
  readonly uri: string;
  readonly pointer: string;
  readonly complaint: Complaint;
  /** Whether it can be passed over: the document is there, and nothing at that place. */
  readonly isTolerable: boolean;
}

/** Every document that a contract is made of, and what refers to what. */
export interface ContractFiles {
  readonly sources: ReadonlyMap<string, Source>;
  readonly scans: ReadonlyMap<string, ReferenceScan>;
  readonly looseEnds: readonly LooseEnd[];
  /** Texts that were no Unicode. They are now. */
  readonly textFaults: readonly Complaint[];
  /** Every text that it says something of, overlays included. */
  readonly texts: readonly string[];
}

interface FileList {
  readonly sources: Map<string, Source>;
  readonly scans: Map<string, ReferenceScan>;
  readonly textFaults: Complaint[];
}

/** Reads files, and one after the other what they refer to. */
export async function readLibrary(
  files: readonly string[],
  reach: Reach,
  overlays: readonly Overlay[],
): Promise<ContractFiles> {
  const shelf: FileList = { sources: new Map(), scans: new Map(), textFaults: [] };
  const roots = files.map((file) => pathToFileURL(file).href);
  const follow = await createFollow(files, reach);
  for (const [index, uri] of roots.entries()) {
    const file = files[index] ?? '';
    shelf.sources.set(uri, mendTexts(await readSource(file, file, readNamed), shelf));
  }
  if (overlays.length > 0) {
    const { applyOverlays } = await import('../overlay/apply-overlays.ts');
    // Before anything else looks at what they say.
    for (const [uri, source] of applyOverlays(shelf.sources, overlays)) {
      shelf.sources.set(uri, source);
    }
  }
  const hasIds = roots.some((uri) => isOfJsonSchema(shelf.sources.get(uri)));
  const failures = await readAll(shelf, follow, hasIds);
  for (const uri of roots) await upgradeIfOld(shelf, uri);
  const resolver = createResolver(shelf.sources, shelf.scans);
  const looseEnds = [...findFailed(failures, resolver), ...findLoose(shelf, resolver)];
  const everything = [...shelf.sources.values(), ...overlays.map(({ source }) => source)];
  return { ...shelf, looseEnds, texts: everything.map(({ text }) => text) };
}

/** Where a text is no Unicode, that is noted, and U+FFFD stands in its place, so that it can be sent. */
function mendTexts(source: Source, { textFaults }: FileList): Source {
  const faults = complainOfIllFormed(source);
  if (faults.length === 0) return source;
  textFaults.push(...faults);
  return { ...source, root: toWellFormedJson(source.root) };
}

/** Names of their own came with 3.1; before, schemas had no `$id`, whatever it is that is called so. */
function isOfJsonSchema(source: Source | undefined): boolean {
  const version = source && versionOf(source.root);
  return version === undefined || version === '3.1' || version === '3.2';
}

interface Failure {
  readonly uri: string;
  readonly reference: ContractReference;
  /** What it would have needed, where that could be read from it. */
  readonly resource: string | undefined;
  readonly complaint: Complaint;
}

async function readAll(
  shelf: FileList,
  follow: Follow,
  hasIds: boolean,
): Promise<readonly Failure[]> {
  const { sources, scans } = shelf;
  const failures: Failure[] = [];
  // A Map iterates over what is added on the way.
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
        sources.set(resource, mendTexts(await follow(resource, uri), shelf));
      } catch (error) {
        const complaint = complainAt(
          source,
          reference.pointer,
          `$ref to ${ref}: ${messageOf(error)}`,
        );
        failures.push({ uri, reference, resource, complaint });
      }
    }
  }
  return failures;
}

/** What could not be read may turn out to be a schema of another document, by its `$id`. */
function findFailed(failures: readonly Failure[], resolver: Resolver): readonly LooseEnd[] {
  return failures.flatMap(({ uri, reference: { pointer }, resource, complaint }) =>
    resource !== undefined && resolver.knows(resource)
      ? []
      : [{ uri, pointer, complaint, isTolerable: false }],
  );
}

/** References into a document that is there, to a place that isn't. */
function findLoose({ sources, scans }: FileList, resolver: Resolver): readonly LooseEnd[] {
  const loose: LooseEnd[] = [];
  for (const [uri, source] of sources) {
    for (const reference of scans.get(uri)?.references ?? []) {
      const { ref, base } = reference;
      if (resolver.resolve(ref, targetOf(uri, reference)) !== undefined) continue;
      if (!isWithin(ref, base, resolver)) continue;
      const { pointer } = reference;
      const message = `$ref to ${ref}: there is nothing at that place`;
      const complaint = complainAt(source, pointer, message);
      loose.push({ uri, pointer, complaint, isTolerable: true });
    }
  }
  return loose;
}

/** The pointer is left to be made. */
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

/** Swagger 2.0 becomes OpenAPI 3.0, and complaints go on finding what it was made of. */
async function upgradeIfOld({ sources, scans }: FileList, uri: string): Promise<void> {
  const source = sources.get(uri);
  if (!source || versionOf(source.root) !== '2.0' || !isJsonObject(source.root)) return;
  const { upgradeSwagger } = await import('./swagger/swagger.ts');
  const upgraded = upgradeSwagger(source, uri, createResolver(sources, scans));
  sources.set(uri, upgraded);
  scans.set(uri, scanReferences(upgraded.root, uri, false));
}
