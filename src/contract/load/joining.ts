import { basename, extname } from 'node:path';

import type { Complaint } from '../../base/errors.ts';
import { isSameJson, stepDown } from '../../base/json.ts';
import type { Findings } from '../compile-context.ts';
import type { Operation } from '../operations.ts';
import type { TargetAddress, Collection, Stateful, Target } from '../plan/plan.ts';
import type { Transition } from '../plan/transitions/transition.ts';
import { findClashes } from '../routing/paths.ts';
import type { Scheme } from '../security.ts';
import type { Documents, Part } from './documents.ts';

/** One of the contracts that are served together. */
export interface JoinedContract {
  readonly root: Part;
  readonly title: string;
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly schemes: ReadonlyMap<string, Scheme>;
  readonly collections: readonly Collection[];
  readonly targets: ReadonlyMap<Operation, Target>;
  readonly transitions: readonly Transition[];
}

export type Joined = Omit<JoinedContract, 'root'>;

/** Joins several contracts into one. A complaint about a conflict names both places. */
export function joinPieces(
  pieces: readonly JoinedContract[],
  documents: Documents,
  findings: Findings,
): Joined {
  const named = renameTwins(pieces, documents, findings);
  complainOfClashes(named, documents, findings);
  return {
    title: joinTexts(pieces.map(({ title }) => title)),
    version: joinTexts(pieces.map(({ version }) => version)),
    operations: named.flatMap(({ operations }) => operations),
    schemes: joinSchemes(pieces, documents, findings),
    collections: named.flatMap(({ collections }) => collections),
    targets: new Map(named.flatMap(({ targets }) => [...targets])),
    transitions: named.flatMap(({ transitions }) => transitions),
  };
}

function joinTexts(texts: readonly string[]): string {
  return [...new Set(texts)].join(' + ');
}

/**
 * Complains even if `isLenient`. Within one contract the first operation is served, but of two
 * contracts neither takes precedence.
 */
function complainOfClashes(
  pieces: readonly JoinedContract[],
  documents: Documents,
  findings: Findings,
): void {
  const clashes = findClashes(pieces.map(({ operations }) => operations));
  const complaints = clashes.map(({ first, second }) => {
    const other = `${first.method} ${first.path}, ${locationOf(documents, first.part)}`;
    return documents.complain(second.part, `the path is also that of ${other}`);
  });
  findings.addComplaints(complaints);
}

function joinSchemes(
  pieces: readonly JoinedContract[],
  documents: Documents,
  findings: Findings,
): ReadonlyMap<string, Scheme> {
  const schemes = new Map<string, Scheme>();
  const places = new Map<string, Part>();
  for (const { root, schemes: own } of pieces) {
    for (const [name, scheme] of own) {
      const pointer = stepDown('/components/securitySchemes', name);
      const place = { ...root, pointer };
      const other = schemes.get(name);
      const otherPlace = places.get(name);
      if (!other || !otherPlace) {
        schemes.set(name, scheme);
        places.set(name, place);
      } else if (!isSameJson({ ...other.carrier }, { ...scheme.carrier })) {
        const where = locationOf(documents, otherPlace);
        const message = `the security scheme "${name}" is another one in ${where}`;
        findings.addComplaints([documents.complain(place, message)]);
      }
    }
  }
  return schemes;
}

/** If an earlier contract has the same name, the later name gets the file's name as a prefix. */
function renameTwins(
  pieces: readonly JoinedContract[],
  documents: Documents,
  findings: Findings,
): readonly JoinedContract[] {
  const ids = new Map<string, { readonly part: Part; readonly piece: JoinedContract }>();
  const collections = new Set<string>();
  return pieces.map((piece) => {
    const stem = stemOf(documents, piece.root);
    const changes = new Map<Operation, Operation>();
    for (const operation of piece.operations) {
      const { id, part } = operation;
      const twin = ids.get(id);
      const isForeign = twin !== undefined && twin.piece !== piece;
      const named = isForeign ? { ...operation, id: freeName(stem, id, ids) } : operation;
      changes.set(operation, named);
      ids.set(named.id, { part, piece });
      if (isForeign) {
        const message = `the operationId "${id}" is also that of ${locationOf(documents, twin.part)}; here it is "${named.id}"`;
        findings.addWarnings([documents.complain(part, message)]);
      }
    }
    const names = new Map(
      piece.collections.map(({ name }) => [
        name,
        collections.has(name) ? freeName(stem, name, collections) : name,
      ]),
    );
    for (const name of names.values()) collections.add(name);
    return renamePiece(piece, changes, names);
  });
}

function renamePiece(
  piece: JoinedContract,
  changes: ReadonlyMap<Operation, Operation>,
  names: ReadonlyMap<string, string>,
): JoinedContract {
  const rename = (name: string): string => names.get(name) ?? name;
  const renamed = new Map(
    piece.collections.map((collection) => {
      const parents = collection.parents.map((parent) => ({
        ...parent,
        collection: parent.collection === undefined ? undefined : rename(parent.collection),
      }));
      const of = collection.of === undefined ? undefined : rename(collection.of);
      const logIns = collection.logIns === undefined ? undefined : rename(collection.logIns);
      return [collection, { ...collection, name: rename(collection.name), of, parents, logIns }];
    }),
  );
  const targets = [...piece.targets].map(([operation, target]): [Operation, Target] => [
    changes.get(operation) ?? operation,
    target.role === 'improvised' ? target : moveTarget(target, renamed),
  ]);
  return {
    ...piece,
    operations: piece.operations.map((operation) => changes.get(operation) ?? operation),
    collections: [...renamed.values()],
    targets: new Map(targets),
    transitions: piece.transitions.map((one) => moveTransition(one, changes, rename)),
  };
}

function moveTransition(
  transition: Transition,
  changes: ReadonlyMap<Operation, Operation>,
  rename: (name: string) => string,
): Transition {
  const { cause, collection, make } = transition;
  return {
    ...transition,
    collection: rename(collection),
    cause:
      cause.kind === 'request'
        ? { ...cause, operation: changes.get(cause.operation) ?? cause.operation }
        : { ...cause, marks: rename(cause.marks) },
    make: make && { ...make, collection: rename(make.collection) },
  };
}

function moveTarget(target: Stateful, renamed: ReadonlyMap<Collection, Collection>): Stateful {
  const move = <T extends TargetAddress>(address: T): T => ({
    ...address,
    collection: renamed.get(address.collection) ?? address.collection,
  });
  const { file } = target;
  const kept = file?.collection && (renamed.get(file.collection) ?? file.collection);
  return {
    ...move(target),
    ancestors: target.ancestors.map(move),
    ...(file && { file: { ...file, collection: kept } }),
  };
}

function stemOf({ sources }: Documents, { uri }: Part): string {
  const file = sources.get(uri)?.file ?? uri;
  return basename(file, extname(file));
}

function freeName(stem: string, name: string, taken: { has(name: string): boolean }): string {
  let free = `${stem}.${name}`;
  for (let count = 2; taken.has(free); count += 1) free = `${stem}-${count}.${name}`;
  return free;
}

function locationOf(documents: Documents, part: Pick<Part, 'uri' | 'pointer'>): string {
  const { file, line }: Complaint = documents.complain(part, '');
  return line === undefined ? file : `${file}:${line}`;
}
