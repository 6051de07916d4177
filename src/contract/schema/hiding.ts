import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { patternOfNames } from '../checks/patterns/safe-patterns.ts';
import type { Documents, Part } from '../load/documents.ts';
import { namesIn } from './keywords.ts';
import {
  isMadeForClients,
  isOfUser,
  isPasswordName,
  mayHavePassword,
  namesRequired,
} from './password-members.ts';
import { allBelow, memberOf, possibleOf, reaches } from './schema-walk.ts';

/** Removes write-only members and passwords from a value. Returns the same value if it has none. */
export type Hide = (value: JsonValue) => JsonValue;

/** The schemas for one value, seen as one: which members are hidden, here and below. */
interface HiddenParts {
  /** Whether there is anything to hide, here or anywhere below. */
  readonly isConcerned: boolean;
  /** The members that hold passwords which clients have sent. */
  readonly passwords: ReadonlySet<string>;
  member(name: string): HiddenParts;
  item(index: number): HiddenParts;
  /** Whether the value itself is write-only. */
  readonly isHidden: boolean;
}

const conditional = { hasConditions: true, areSure: false };

/** Reads schemas only as far as values need them, because a schema may contain itself. */
export function compileHiding(documents: Documents, schema: Part): Hide {
  const views = viewers.get(documents) ?? createViews(documents);
  viewers.set(documents, views);
  let top: HiddenParts | undefined;
  return (value) => {
    top ??= views([schema]);
    return top.isConcerned ? hideIn(value, top) : value;
  };
}

function hideIn(value: JsonValue, view: HiddenParts): JsonValue {
  if (!view.isConcerned || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    const shown = items.flatMap((item, index) => {
      const below = view.item(index);
      return below.isHidden ? [] : [hideIn(item, below)];
    });
    return isSameList(shown, items) ? value : shown;
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value);
  const shown = members.flatMap(([name, member]): readonly [string, JsonValue][] => {
    const below = view.member(name);
    const isPassword = view.passwords.has(name) && (member === null || typeof member === 'string');
    return below.isHidden || isPassword ? [] : [[name, hideIn(member, below)]];
  });
  const values = shown.map(([, member]) => member);
  return isSameList(values, Object.values(value)) ? value : Object.fromEntries(shown);
}

function isSameList(left: readonly JsonValue[], right: readonly JsonValue[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}

type Viewer = (schemas: readonly Part[]) => HiddenParts;

/** Everything that hides members by the same contract shares what was found of its schemas. */
const viewers = new WeakMap<Documents, Viewer>();

/** Makes one view for each set of schemas, however often the set occurs. */
function createViews(documents: Documents): Viewer {
  const identities = new Map<JsonObject, number>();
  const views = new Map<string, HiddenParts>();
  const harmless = new Set<JsonValue>();
  const viewOf = (schemas: readonly Part[]): HiddenParts => {
    const all = possibleOf(documents, schemas, conditional);
    const key = all.map(({ value }) => identify(identities, value)).join();
    const known = views.get(key);
    if (known) return known;
    const view = createView(documents, all, viewOf, reaches(documents, all, isToHide, harmless));
    views.set(key, view);
    return view;
  };
  return viewOf;
}

function isToHide({ value }: Part<JsonObject>): boolean {
  return value['writeOnly'] === true || mayHavePassword(value);
}

function identify(identities: Map<JsonObject, number>, schema: JsonObject): number {
  const known = identities.get(schema) ?? identities.size;
  identities.set(schema, known);
  return known;
}

function createView(
  documents: Documents,
  all: readonly Part<JsonObject>[],
  viewOf: Viewer,
  isAnyConcerned: boolean,
): HiddenParts {
  const named = new Set(all.flatMap(({ value }) => namesIn(value['properties'])));
  const hasPatterns = all.some(({ value }) => 'patternProperties' in value);
  const members = new Map<string | undefined, HiddenParts>();
  const items = new Map<number, HiddenParts>();
  const firstItems = Math.max(
    0,
    ...all.map((part) => documents.listBelow(part, 'prefixItems').length),
  );
  return {
    isConcerned: isAnyConcerned,
    isHidden: all.some(({ value }) => value['writeOnly'] === true),
    passwords: isAnyConcerned ? findPasswords(documents, all, named) : none,
    member(name) {
      // Names that the schemas do not mention come from outside, in any number: none has an entry
      // of its own.
      const key = named.has(name) || hasPatterns ? name : undefined;
      const known = members.get(key) ?? viewOf(schemasOfMember(documents, all, name));
      if (key === undefined || named.has(key)) members.set(key, known);
      return known;
    },
    item(index) {
      // The same schemas hold for all items after those of `prefixItems`.
      const kind = Math.min(index, firstItems);
      const known = items.get(kind) ?? viewOf(schemasOfItem(documents, all, kind));
      items.set(kind, known);
      return known;
    },
  };
}

const none: ReadonlySet<string> = new Set();

/** Only of users, and not of an object that has nothing else: it is there to tell a password. */
function findPasswords(
  documents: Documents,
  all: readonly Part<JsonObject>[],
  named: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = [...named].filter(isPasswordName);
  if (found.length === 0 || found.length === named.size || !isOfUser(named)) return none;
  const required = namesRequired(all.map(({ value }) => value));
  const isMade = (name: string): boolean =>
    possibleOf(documents, memberOf(documents, all, name)).some(({ value }) =>
      isMadeForClients(value),
    );
  return new Set(found.filter((name) => !required.has(name) && !isMade(name)));
}

function schemasOfMember(
  documents: Documents,
  all: readonly Part<JsonObject>[],
  name: string,
): readonly Part[] {
  return all.flatMap((part) => {
    const named = memberOf(documents, [part], name);
    const byPattern = documents
      .mapBelow(part, 'patternProperties')
      .flatMap(([source, schema]) => (patternOfNames(source).test(name) ? [schema] : []));
    const isNamed = named.length + byPattern.length > 0;
    const others = [...(isNamed ? [] : ['additionalProperties']), 'unevaluatedProperties'];
    return [
      ...named,
      ...byPattern,
      ...others.flatMap((keyword) => allBelow(documents, [part], keyword)),
    ];
  });
}

function schemasOfItem(
  documents: Documents,
  all: readonly Part<JsonObject>[],
  index: number,
): readonly Part[] {
  return all.flatMap((part) => {
    const own = documents.listBelow(part, 'prefixItems')[index];
    const others = [...(own ? [] : ['items']), 'unevaluatedItems', 'contains'];
    return [
      ...(own ? [own] : []),
      ...others.flatMap((keyword) => allBelow(documents, [part], keyword)),
    ];
  });
}
