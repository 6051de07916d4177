import type { JsonObject } from '../../base/json.ts';
import type { Check } from '../checks/validators.ts';
import type { Part } from '../load/documents.ts';
import type { Operation } from '../operations.ts';
import type { ListPlan } from './lists/list-plan.ts';

/** What a contract's paths tell of the state behind it: which records there are, and who touches them. */
export interface Plan {
  readonly collections: readonly Collection[];
  /** What each operation does. */
  readonly targets: ReadonlyMap<Operation, Target>;
}

/** A set of records of one kind. */
export interface Collection {
  /** As fixtures, the control API and the plan call it; its own in the whole contract. */
  readonly name: string;
  /**
   * `items` have keys; of a `singleton` there is one under each chain of parents; `links` say that
   * records of another collection belong to their parents.
   */
  readonly kind: 'items' | 'singleton' | 'links';
  /**
   * The member of a record that identifies it among its siblings, stepwise where it stands deeper.
   * Nothing identifies a singleton.
   */
  readonly key: readonly string[] | undefined;
  /** All parents that any path to it names, outermost first. */
  readonly parents: readonly Parent[];
  /** Of links: the collection whose records are linked, where the contract has one. */
  readonly of: string | undefined;
  /** What a record at rest has to be; undefined where the contract says nothing of it. */
  readonly schema: Part | undefined;
  readonly check: Check | undefined;
  /** Whether records themselves have the member, or it only stands beside them. */
  hasMember(name: string): boolean;
  /** A record without what nobody may read: no filter and no search may tell of that, either. */
  readable(record: JsonObject): JsonObject;
}

export interface Parent {
  /** The name it has in fixtures. */
  readonly parameter: string;
  /** The collection that it is a record of; undefined where no path describes one. */
  readonly collection: string | undefined;
  /** Whether there are paths to the collection that leave it out. */
  readonly isOptional: boolean;
}

/** What an operation does, and to which record. */
export type Target = Stateful | Improvised;

/** Nothing is known of it: it answers with examples and generated data. */
export interface Improvised {
  readonly role: 'improvised';
  /** Why nothing more could be told of it, for people. */
  readonly why: string;
}

export type StatefulRole =
  | 'read'
  | 'replace'
  | 'merge'
  | 'delete'
  | 'list'
  | 'create'
  /** Makes a link: the record that the path ends in belongs to its parents from now on. */
  | 'link'
  /** Needs its record to exist, and is otherwise improvised. */
  | 'action';

export interface Stateful extends TargetAddress {
  readonly role: StatefulRole;
  /** The records that the path names in front of its own, outermost first. They have to exist. */
  readonly ancestors: readonly TargetAddress[];
  /** Where the record, or the array of them, stands in the reply of a success; undefined where it shows none. */
  readonly shown: BodySpot | undefined;
  /** Where the record stands in the body of the request. */
  readonly given: BodySpot | undefined;
  /** Of a list. */
  readonly list: ListPlan | undefined;
  /** Of what makes a record: the path that it can be read at from then on. */
  readonly location: Location | undefined;
  /** How that was found, for people. */
  readonly why: string;
}

/**
 * How a path names a record. The numbers count the path's parameters (`Operation.pathNames`).
 */
export interface TargetAddress {
  readonly collection: Collection;
  /** Undefined where the path ends in the collection, and for a singleton. */
  readonly key: number | undefined;
  /** For each parent of the collection, in their order; undefined where the path leaves it out. */
  readonly parents: readonly (number | undefined)[];
}

/** A place in a body, and what stands there. */
export interface BodySpot {
  /** The members to step down, outermost first; none where it is the body itself. */
  readonly steps: readonly string[];
  /** Of the record; of one record, where it is an array of them. */
  readonly schema: Part | undefined;
}

/** The path of one record: texts, and between them what is filled in. */
export interface Location {
  readonly pieces: readonly LocationPiece[];
}

export type LocationPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'key' }
  /** Counts the collection's parents. */
  | { readonly kind: 'parent'; readonly index: number };
