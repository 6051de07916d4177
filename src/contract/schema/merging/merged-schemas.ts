import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import { once } from '../../../base/once.ts';
import type { Part } from '../../load/resolver.ts';
import { typeNamesIn } from '../keywords.ts';
import type { SchemaReader } from '../schema-reader.ts';
import { skipReferences } from '../schema-walk.ts';
import type { MergedItems, MergedMembers } from './contents.ts';
import { readItems, readMembers } from './contents.ts';
import type { Facts, MatchPattern, Type } from './facts.ts';
import { fitsFacts, mergeFacts, possibleTypes } from './facts.ts';
import type { AlternativeKind, ChooseAlternative, Manners, SchemaSource } from './gather.ts';
import { gather } from './gather.ts';
import { createRanks } from './ranks.ts';

/** The schemas of one value, merged into one after the choice of alternatives. */
export interface MergedSchemas {
  readonly sources: readonly SchemaSource[];
  readonly facts: Facts;
  /** Why no value can meet them; undefined where no contradiction shows at once. */
  readonly clash: string | undefined;
  readonly isLost: boolean;
  /** The types in the order of preference; `leanTypes` is the order for lean places. */
  readonly types: readonly Type[];
  readonly leanTypes: readonly Type[];
  readonly members: () => MergedMembers;
  readonly items: () => MergedItems;
  readonly listed: () => ListedValues;
  /** Whether an object has its required members, and no member or item clearly breaks a rule. */
  readonly isSoundInside: (value: JsonValue) => boolean;
}

/** The values of `const` and `enum`, without those whose members clearly break other rules. */
export interface ListedValues {
  readonly all: readonly JsonValue[];
  /** Those that are not null. */
  readonly solid: readonly JsonValue[];
}

/** Schemas that one value has to meet together, and cached facts about them. */
export interface SchemaSite {
  /** Equal for the same schemas. */
  readonly key: string;
  /** Schemas with only a `$ref` are replaced by its target. */
  readonly parts: readonly Part[];
  /** Whether all values of one of the schemas are endless. */
  readonly isEndless: () => boolean;
  /** The merged schemas if they offer no choice; undefined also before the first `view`. */
  readonly sole: () => MergedSchemas | undefined;
}

export interface SchemaSites {
  /** Cached for each list. Lists of the same schemas share a key and views. */
  siteOf(parts: readonly Part[]): SchemaSite;
  view(parts: readonly Part[], choose: ChooseAlternative, isStrict: boolean): MergedSchemas;
  /** The number of levels of the shallowest value of a schema; `Infinity` if all are endless. */
  readonly rankOf: (part: Part) => number;
}

/** The cached result of some choices: the view, or the next choice. */
interface Fork {
  view?: MergedSchemas;
  question?: { readonly branches: readonly Part[]; readonly kind: AlternativeKind };
  readonly ways: Map<number, Fork>;
}

/** The limit of the cache. Contracts need less, but schemas made on the way add to it. */
const mostViews = 50_000;

export function createSites(tools: MergeTools): SchemaSites {
  const { reader } = tools;
  const rankOf = createRanks(reader);
  const keyOf = createKeys();
  const forks = new Map<string, Fork>();
  const sites = new WeakMap<readonly Part[], SchemaSite>();
  const forkOf = (key: string): Fork => {
    if (forks.size > mostViews) forks.clear();
    const known = forks.get(key) ?? { ways: new Map() };
    forks.set(key, known);
    return known;
  };
  const toSite = (all: readonly Part[]): SchemaSite => {
    const parts = all.map((part) => skipReferences(reader, part));
    const key = keyOf(parts);
    const fork = forkOf(key);
    return {
      key,
      parts,
      isEndless: once(() => parts.some((part) => rankOf(part) === Infinity)),
      sole: () => fork.view,
    };
  };
  return {
    siteOf(parts) {
      const known = sites.get(parts);
      if (known) return known;
      const site = toSite(parts);
      sites.set(parts, site);
      return site;
    },
    view: (parts, choose, isStrict) =>
      walkForks(forkOf(`${keyOf(parts)}${isStrict ? '!' : ''}`), choose, (retrace) =>
        merge(parts, { reader, choose: retrace, isStrict }, tools),
      ),
    rankOf,
  };
}

export interface MergeTools {
  readonly reader: SchemaReader;
  readonly match: MatchPattern;
}

function createKeys(): (parts: readonly Part[]) => string {
  const ids = new WeakMap<JsonObject, number>();
  let lastId = 0;
  const idOf = ({ value }: Part): string => {
    if (!isJsonObject(value)) return String(value !== false);
    const id = ids.get(value) ?? (lastId += 1);
    ids.set(value, id);
    return String(id);
  };
  return (parts) => parts.map(idOf).join(',');
}

/** Follows cached choices, and adds new ones. */
function walkForks(
  root: Fork,
  choose: ChooseAlternative,
  make: (choose: ChooseAlternative) => MergedSchemas,
): MergedSchemas {
  let fork = root;
  const taken: number[] = [];
  while (fork.question) {
    const way = choose(fork.question.branches, fork.question.kind);
    taken.push(way);
    fork = wayOf(fork, way);
  }
  if (fork.view) return fork.view;
  let step = 0;
  const view = make((branches, kind) => {
    const known = taken[step];
    step += 1;
    if (known !== undefined) return known;
    const way = choose(branches, kind);
    fork.question = { branches, kind };
    fork = wayOf(fork, way);
    return way;
  });
  fork.view = view;
  return view;
}

function wayOf(fork: Fork, way: number): Fork {
  const known = fork.ways.get(way);
  if (known) return known;
  const made: Fork = { ways: new Map() };
  fork.ways.set(way, made);
  return made;
}

function merge(parts: readonly Part[], manners: Manners, tools: MergeTools): MergedSchemas {
  const { sources, denied, clash, isLost } = gather(parts, manners);
  const { reader, match } = tools;
  const schemas = sources.map(({ schema }) => schema);
  const merged = mergeFacts(schemas, denied);
  const allowed = merged.allowed?.filter((value) => fitsFacts(merged, value, match));
  const facts = { ...merged, allowed };
  const view: MergedSchemas = {
    sources,
    facts,
    clash: clash ?? clashOf(facts),
    isLost,
    types: orderTypes(facts, schemas, false),
    leanTypes: orderTypes(facts, schemas, true),
    members: once(() => readMembers(sources, reader, match)),
    items: once(() => readItems(sources, reader)),
    listed: once(() => {
      const all = (allowed ?? []).filter(view.isSoundInside);
      return { all, solid: all.filter((value) => value !== null) };
    }),
    isSoundInside: (value) => isSoundInside(view, value, tools),
  };
  return view;
}

function isSoundInside(view: MergedSchemas, value: JsonValue, tools: MergeTools): boolean {
  const mayMeetAll = (parts: readonly Part[], inner: JsonValue): boolean =>
    parts.every((part) => mayMeet(part, inner, tools));
  if (Array.isArray(value)) {
    const items = view.items();
    return value.every((item: JsonValue, index) => mayMeetAll(items.at(index), item));
  }
  if (!isJsonObject(value)) return true;
  const { required, marksOf, of } = view.members();
  const isOneWay = (name: string): boolean => {
    const { isReadOnly, isWriteOnly } = marksOf(name);
    return isReadOnly || isWriteOnly;
  };
  return (
    [...required].every((name) => Object.hasOwn(value, name) || isOneWay(name)) &&
    Object.entries(value).every(([name, member]) => mayMeetAll(of(name), member))
  );
}

/** Whether a value meets the types and the own keywords of a schema. */
function mayMeet(part: Part, value: JsonValue, { reader, match }: MergeTools): boolean {
  const types = possibleTypes(reader, part);
  if (!fitsFacts({ ...openFacts, types }, value, match)) return false;
  if (!isJsonObject(part.value)) return true;
  const facts = mergeFacts([part.value]);
  // The check of the whole value decides about patterns that cannot be tested here.
  return (
    facts.types.length > 0 &&
    fitsFacts(facts, value, (pattern, text) => match(pattern, text) ?? true)
  );
}

const openFacts = mergeFacts([]);

function clashOf({ types, allowed }: Facts): string | undefined {
  if (types.length === 0) return 'must have a type or bounds that exclude each other';
  return allowed?.length === 0 ? 'must be one of values that another rule excludes' : undefined;
}

/** The declared types in order, or the types that other keywords imply; null last if not lean. */
function orderTypes(
  facts: Facts,
  schemas: readonly JsonObject[],
  isLean: boolean,
): readonly Type[] {
  const { types, isTyped } = facts;
  const [only] = types;
  if (only !== undefined && types.length === 1) return types;
  const spoken = new Set<string>(
    schemas.flatMap((schema) =>
      isTyped ? typeNamesIn(schema) : Object.keys(schema).flatMap((name) => speaks.get(name) ?? []),
    ),
  );
  if (!isTyped) spoken.add('string');
  const isDeep = types.includes('object') || types.includes('array');
  if (isLean && isTyped && isDeep && types.includes('null')) return ['null', ...types];
  const ordered = [...spoken, ...types].filter(
    (type): type is Type => type !== 'null' && types.some((one) => one === type),
  );
  // `number` includes `integer`, so one of both is enough.
  const whole = ordered.includes('number') ? ordered.filter((type) => type !== 'integer') : ordered;
  return [...new Set(whole), ...types.filter((type) => type === 'null')];
}

const speaks: ReadonlyMap<string, Type> = new Map(
  (
    [
      ['object', 'properties required patternProperties additionalProperties propertyNames'],
      ['object', 'unevaluatedProperties minProperties maxProperties'],
      ['object', 'dependentRequired dependentSchemas'],
      ['array', 'items prefixItems contains minItems maxItems uniqueItems unevaluatedItems'],
      ['number', 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'],
      ['string', 'pattern format minLength maxLength'],
    ] as const
  ).flatMap(([type, keywords]) => keywords.split(' ').map((keyword) => [keyword, type])),
);
