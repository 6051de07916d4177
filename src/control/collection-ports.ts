import type { JsonObject } from '../base/json.ts';
import type { World } from '../store/worlds/world.ts';

/** What clients may ask about collections and their records, made-up ones included. */
export interface CollectionPorts {
  names(this: void): readonly string[];
  /** Throws where the contract has no collection of that name. */
  summarise(this: void, world: World, collection: string): CollectionSummary;
  describe(this: void, world: World, collection: string): CollectionShapeReport;
  /** Answers in several turns of the event loop: there may be many records. */
  search(
    this: void,
    world: World,
    collection: string,
    question: RecordQuestion,
  ): Promise<RecordPage>;
  /** The records of all collections that fit a text best, in several turns, too. */
  find(
    this: void,
    world: World,
    text: string,
    limit: number,
  ): Promise<readonly FoundInCollection[]>;
}

/** How the records of a collection look, and how they hang together with others. */
export interface CollectionShapeReport {
  readonly parents: readonly {
    readonly parameter: string;
    readonly collection: string | undefined;
    readonly isOptional: boolean;
  }[];
  readonly references: readonly Reference[];
  readonly referredBy: readonly {
    readonly collection: string;
    readonly member?: string;
    readonly parameter?: string;
  }[];
  /** As the control API shows them. */
  readonly fields: readonly JsonObject[];
}

/** A member that holds keys of another collection. */
export interface Reference {
  readonly member: string;
  readonly collection: string;
}

/** Which records are wanted, and how: made-up ones are among them unless `hasMadeUp` is false. */
export interface RecordQuestion {
  readonly offset: number;
  readonly limit: number;
  /** A member, with dots between steps; with a minus sign in front: the largest first. */
  readonly sort: string | undefined;
  /** A text anywhere in the record. */
  readonly search: string | undefined;
  /** `member:is:value` and the like. */
  readonly filters: readonly string[];
  readonly hasMadeUp: boolean;
}

export interface RecordPage {
  /** How many records were found. */
  readonly count: number;
  /** Among how many. */
  readonly total: number;
  /** The version of the world. */
  readonly version: number;
  readonly records: readonly FoundRecord[];
}

export interface FoundRecord {
  readonly key: string;
  readonly parents: JsonObject;
  readonly isMadeUp: boolean;
  /** In flat form. */
  readonly record: JsonObject;
}

export interface FoundInCollection extends FoundRecord {
  readonly collection: string;
}

/** What a world has of a collection. */
export interface CollectionSummary {
  readonly name: string;
  /** How many records are stored. */
  readonly count: number;
  /** How many made-up records the server shows besides these. */
  readonly madeUp: number;
  readonly kind: 'items' | 'singleton' | 'links';
  /** The member that has the key, with dots between steps; undefined: its records have no keys. */
  readonly key: string | undefined;
  /** Whether nothing is made up there. */
  readonly isComplete: boolean;
  /** For links: the collection whose records are linked. */
  readonly of: string | undefined;
}
