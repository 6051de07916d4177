import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { NameForm, NamedKeys } from '../../base/resource-names.ts';
import type { Check } from '../checks/validators.ts';
import type { Part } from '../load/documents.ts';
import type { Operation } from '../operations.ts';
import type { AccountUse } from './accounts/account-use.ts';
import type { ListPlan } from './lists/list-plan.ts';
import type { Transition } from './transitions/transition.ts';
import type { Wrapper } from './views/record-arrays.ts';

/** What a contract tells of its state: its collections, and what each operation does with them. */
export interface Plan {
  readonly collections: readonly Collection[];
  readonly targets: ReadonlyMap<Operation, Target>;
  /** What the contract itself says of how its records change. */
  readonly transitions: readonly Transition[];
}

/** A set of records of one kind. */
export interface Collection extends NamedKeys {
  /** The name in fixtures, the control API and the plan; unique in the whole contract. */
  readonly name: string;
  /**
   * `items` have keys; a `singleton` is one record under each chain of parents; `links` say which
   * records of another collection belong to their parents.
   */
  readonly kind: 'items' | 'singleton' | 'links';
  /**
   * The member that identifies a record among its siblings, as steps down from the record.
   * Undefined for a singleton.
   */
  readonly key: readonly string[] | undefined;
  /** Other members that paths may name one of these records by: its `slug` or its `code`. */
  readonly otherNames: readonly (readonly string[])[];
  /** Whether a key identifies a record everywhere, and not only among its siblings. */
  readonly isKeyUnique: boolean;
  /** For people who log in: the name of the collection that keeps their names and passwords. */
  readonly logIns: string | undefined;
  /** What a correction says of keys that nothing has shown; undefined: as the server's option. */
  readonly unknownKeys: UnknownKeys | undefined;
  /** All parents that any path to the collection names, outermost first. */
  readonly parents: readonly Parent[];
  /** For links: the collection of the linked records, where the contract has one. */
  readonly of: string | undefined;
  /** The schema of a stored record; undefined where the contract describes none. */
  readonly schema: Part | undefined;
  readonly check: Check | undefined;
  /** Whether records themselves have this member, or it is only stored beside them. */
  hasMember(name: string): boolean;
  /** A record without its write-only members: filters and searches must not reveal these. */
  readable(record: JsonObject): JsonObject;
}

/**
 * What becomes of a key that nothing has shown: it always has a record; or has one until the server
 * makes the first key of the collection; or never has one.
 */
export type UnknownKeys = 'improvise' | 'known' | 'refuse';

export interface Parent {
  /** The name of the parent in fixtures. */
  readonly parameter: string;
  /** The collection that the parent is a record of; undefined where no path describes one. */
  readonly collection: string | undefined;
  /** The member of a record that has the parent's key; undefined where records don't show it. */
  readonly member: string | undefined;
  /** How its key is made where it is a name; the indexes are those of all parents here. */
  readonly nameForm?: NameForm | undefined;
  /** Whether some paths to the collection leave this parent out. */
  readonly isOptional: boolean;
}

/** What an operation does, and with which record. */
export type Target = Stateful | Improvised;

/** The plan knows nothing of the operation: the server answers with examples and generated data. */
export interface Improvised {
  readonly role: 'improvised';
  /** Why the plan found nothing more, as a text for people. */
  readonly why: string;
}

export type StatefulRole =
  | 'read'
  | 'replace'
  | 'merge'
  | 'delete'
  | 'list'
  /** Says how many records the list has. */
  | 'count'
  | 'create'
  /** Creates a link: from now on, the record that the path ends in belongs to its parents. */
  | 'link'
  /** Requires that its record exists; everything else is improvised. */
  | 'action'
  /** Answers a person's password with a token. */
  | 'log-in'
  /** Ends the token of a person. */
  | 'log-out';

/** What an operation does with the files of its record, besides what its role says. */
export interface FileUse {
  readonly kind: 'upload' | 'download' | 'removal';
  /**
   * Tells which files were uploaded: one record of it below each record that has files. Undefined
   * where no operation downloads them. It is the target's own collection where the path names no
   * record: then the files belong to the path.
   */
  readonly collection: Collection | undefined;
  /** What the path says after the record, such as `avatar`; none: the record's own file is meant. */
  readonly words: readonly string[];
  /** Whether an upload has the same words: then no other file is meant. */
  readonly isExact: boolean;
}

export interface Stateful extends TargetAddress {
  readonly role: StatefulRole;
  /** The records that the path names before its own, outermost first. All of them must exist. */
  readonly ancestors: readonly TargetAddress[];
  /** Where a successful reply has the record, or the array of records; undefined if nowhere. */
  readonly shown: BodySpot | undefined;
  /** Where the request body has the record; undefined where it has none. */
  readonly given: BodySpot | undefined;
  /** Only for the roles `list` and `count`. */
  readonly list: ListPlan | undefined;
  /** Only for the role `list`: where a search at a path of its own, or a call, has what it asks for. */
  readonly search?: 'body' | 'query';
  /** The path is a call, `POST /documents.info`: a request may leave out the key that names the record. */
  readonly isCall?: boolean;
  /** The members of such a body that choose records in a way of which the plan knows nothing. */
  readonly unread?: readonly string[];
  /** Only for operations that create: the path at which the new record can be read. */
  readonly location: Location | undefined;
  /** Only for operations that create: a record that is there already is changed, and not refused. */
  readonly isUpsert?: boolean;
  /** Only for operations that create: the new record begins as the one that the path names. */
  readonly isCopy?: boolean;
  /** Only for operations that create: the query parameter that gives the last value of the name. */
  readonly idParameter?: string | undefined;
  /** For operations that create: the links by which the new record belongs to what the path names. */
  readonly linking?: Pick<TargetAddress, 'collection' | 'parents'>;
  /** Only for the role `merge`: what says which members of the body change the record. */
  readonly mask?: { readonly in: 'query' | 'body'; readonly name: string };
  /** Only for the role `replace`: what the request leaves out stays as it is. */
  readonly keepsUnsent?: boolean;
  /** Only for the role `replace`: the record begins anew. */
  readonly isAnew?: boolean;
  /** The query parameter that says which members of each record are shown. */
  readonly fields?: string;
  readonly account?: AccountUse;
  readonly file?: FileUse;
  /** The list of the record that the operation puts one into, or takes one out of. */
  readonly membership?: Membership;
  /** The body names many that are put into a list, or taken out of it. */
  readonly members?: MembersChange;
  /** For links: the operation changes those to many records at once. */
  readonly links?: LinkChange;
  /** The reply tells what was made, changed and deleted, in a list each. */
  readonly outcomeLists?: OutcomeLists;
  /** The operation does the same to many records, which the body names. */
  readonly bulk?: BulkChange;
  /** The body has all records that there are from then on. */
  readonly isWholeList?: boolean;
  /** The operation reads or changes one list of words of its record. */
  readonly words?: WordList;
  /** What the operation does to its record besides what the body says. */
  readonly effects?: () => readonly ActionEffect[];
  /** How the plan found this, as a text for people. */
  readonly why: string;
}

/** `PUT /teams/{id}/members/{userId}`: `key` is the index of the parameter that names the member. */
export interface Membership {
  readonly member: string;
  readonly to: 'with' | 'without';
  readonly key: number;
}

/** `PUT /albums/{id}/photos` with `{"ids": [1, 2]}`. */
export interface MembersChange {
  readonly to: 'with' | 'without';
  /** Where the request body has the list of keys. */
  readonly sent: readonly string[];
  /** The collection of those that the body names. */
  readonly of: string;
  /** The list that changes, of the record itself or of each that is named; undefined where no record has one. */
  readonly list: { readonly member: string; readonly isOwn: boolean } | undefined;
  /** What the reply tells of each: `[{"id": 1, "success": true}]`. */
  readonly outcomes: KeyOutcomes;
}

export interface KeyOutcomes {
  readonly steps: readonly string[];
  readonly items: Part;
  readonly key: string;
  readonly success: string;
  readonly error: string | undefined;
}

/** What becomes of the links below a parent when a request names many records. */
export interface LinkChange {
  readonly change: 'add' | 'replace' | 'remove' | 'remove-all';
  /** Where the request body has the list of keys. */
  readonly steps: readonly string[];
  /** A member that a text in the list may name a record by, where keys are numbers. */
  readonly otherName: string | undefined;
}

/** Lists of records in a reply: `{"created": [{…}], "updated": [], "deleted": []}`. */
export interface OutcomeLists {
  /** The member with the record that the operation has made or changed. */
  readonly holds: string;
  /** The members that are empty then. */
  readonly empty: readonly string[];
  readonly items: Part;
}

/** What a request does to each of the records that its body names, or to all. */
export interface BulkChange {
  /** The member of the body that has the list of keys; undefined: all that the path lists are meant. */
  readonly keys: string | undefined;
  /** The member of the body whose word says what is done. */
  readonly action: string | undefined;
  /** The word in the path that says what is done. */
  readonly word?: string;
  /** The members of the body that each record gets. */
  readonly members: readonly string[];
  /** Whether the path or the method says that the records are deleted. */
  readonly isRemoval: boolean;
  /** What an action changes, by its word. */
  readonly effectsOf?: (word: string) => readonly ActionEffect[];
}

/** A list of words that is read and written by itself: the labels of a contact. */
export interface WordList {
  readonly change: 'none' | LinkChange['change'];
  /** Where the request body has words. */
  readonly sent: readonly string[];
  /** The index of the path parameter that is the word. */
  readonly named?: number;
  /** Where the record keeps them. */
  readonly kept: readonly string[];
  /** Where the reply has them; undefined where it has none, or has the record. */
  readonly shown?: readonly string[];
  readonly schema: Part;
}

/** A change that the word of an action makes to one member of its record. */
export type ActionEffect =
  | { readonly member: string; readonly to: 'value'; readonly value: JsonValue }
  | { readonly member: string; readonly to: 'now' | 'nothing' }
  /** Only where the record changes otherwise, too: who likes it twice counts once. */
  | { readonly member: string; readonly to: 'more'; readonly by: 1 | -1 };

/** How a path names a record. Numbers are indexes of `Operation.pathNames`. */
export interface TargetAddress {
  readonly collection: Collection;
  /** Undefined where the path ends in the collection, and for a singleton. */
  readonly key: number | undefined;
  /** Where the request body has the key, if the path has none. */
  readonly keyInBody?: readonly string[];
  /** The query parameter that has the key, if the path is a call: `GET /documents.info?id=7`. */
  readonly keyInQuery?: string;
  /** The member that has the path's key where that is not the key of the records. */
  readonly alias?: readonly string[];
  /** One for each parent of the collection, in order; undefined where the path leaves it out. */
  readonly parents: readonly (number | undefined)[];
}

/** A place in a body, and the schema of the value there. */
export interface BodySpot {
  /** The members to step down, outermost first; empty where the place is the body itself. */
  readonly steps: readonly string[];
  /** The schema of the record; where the place holds an array of records, of one of them. */
  readonly schema: Part | undefined;
  /** Where the items of an array hold their records: `[{"product": {…}}]`. */
  readonly wrapper?: Wrapper;
}

/** The path of one record: fixed texts, and between them the keys to fill in. */
export interface Location {
  readonly pieces: readonly LocationPiece[];
}

export type LocationPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'key' }
  /** The index counts the collection's parents. */
  | { readonly kind: 'parent'; readonly index: number };
