import { isJsonObject } from '../../base/json.ts';
import type { Validators } from '../checks/validators.ts';
import type { CompileContext } from '../compile-context.ts';
import type { Documents, Part } from '../load/documents.ts';
import type { Operation } from '../operations.ts';
import { compileHiding } from '../schema/hiding.ts';
import { wholeOf } from '../schema/schema-walk.ts';
import { planAccounts } from './accounts/accounts.ts';
import type { DescribeMore } from './accounts/people.ts';
import { readCalls } from './calls/calls.ts';
import { readCorrections } from './corrections.ts';
import { planFiles } from './files/files.ts';
import { findKey, findResourceName, isWorldwide } from './keys.ts';
import { findOtherNames } from './other-names.ts';
import type { Ancestry } from './parents.ts';
import { traceAncestry } from './parents.ts';
import { memberNaming } from './parent-members.ts';
import type { Plan, Collection, Target } from './plan.ts';
import { plainName, singulars, wordsOf } from '../../base/names.ts';
import { createStudy } from '../schema/schema-facts.ts';
import { withEffects, withEnding, withPerformance } from './targets/action-effects.ts';
import { withOutcomeLists } from './targets/outcome-lists.ts';
import { findResourceNames } from './resource-names.ts';
import { createTargeting } from './targets/targets.ts';
import { planTransitions } from './transitions/transitions.ts';
import type { Lens } from './views/evidence.ts';
import { findList, schemasIn } from './views/evidence.ts';
import type { ViewGroup } from './views/groups.ts';
import { groupViews } from './views/groups.ts';
import type { Placing } from './views/placement.ts';
import { placeGroups } from './views/placement.ts';
import { createRecords } from './views/records.ts';
import { mapSites } from './views/sites.ts';
import { createViews } from './views/views.ts';

/**
 * Infers the state behind a contract. A parameter after a fixed segment names an item of what the
 * segment names; the bodies tell what the items are. Corrections in the contract take precedence.
 */
export function inferPlan(context: CompileContext, given: readonly Operation[]): Plan {
  const { documents, validators } = context;
  const lens = { documents, records: createRecords(documents) };
  const told = readCorrections(context, given);
  // A correction that names the collection is meant for the path as it is written.
  const calls = readCalls(lens, given, (one) => told.get(one)?.collection === undefined);
  const { operations } = calls;
  const corrections = new Map([...told].map(([one, each]) => [calls.readAs(one), each]));
  const sites = mapSites(operations, (entry) => findList(lens, entry) !== undefined);
  const found = groupViews(lens.records, sites, createViews(lens, sites.sites));
  const placing = placeGroups(context, lens, sites, found, corrections);
  const ancestry = traceAncestry(placing);
  const collections = describeCollections(lens, validators, placing, ancestry);
  const ground = { lens, sites, groups: placing.groups, ancestry, collections };
  const findTarget = createTargeting(context, ground, corrections);
  const study = createStudy(documents);
  const patched = new Set(
    operations.flatMap(({ method, path }) => (method === 'PATCH' ? path : [])),
  );
  const refine = (operation: Operation, target: Target): Target => {
    if (corrections.has(operation)) return target;
    // Beside a PATCH, a PUT replaces; alone it is the only way to change a record, and clients send a part.
    if (target.role === 'replace') return { ...target, keepsUnsent: !patched.has(operation.path) };
    return withPerformance(operation, withEnding(operation, target, study));
  };
  const targets = new Map(
    operations.map((operation) => [
      operation,
      withEffects(
        operation,
        withOutcomeLists(lens, operation, refine(operation, findTarget(operation))),
        study,
      ),
    ]),
  );
  const used = usedOf([...collections.values()], targets);
  const plan: Plan = { collections: used, targets, transitions: [] };
  const isCorrected = (operation: Operation): boolean => corrections.has(operation);
  const describe = describeMore(lens, validators);
  const isFixed = (operation: Operation): boolean => told.has(operation);
  const accounted = planAccounts({ lens, sites, plan, isCorrected, describe });
  const complete = calls.restore(accounted, isFixed);
  const filed = planFiles({
    operations: given,
    study,
    plan: complete,
    isCorrected: isFixed,
    describe,
  });
  const more = planTransitions(context, given, filed, { study, describe });
  const all = [...filed.collections, ...more.collections];
  return { ...filed, collections: all, transitions: more.transitions };
}

/** Without those whose operations all find the records of another collection. */
function usedOf(
  collections: readonly Collection[],
  targets: ReadonlyMap<unknown, Target>,
): readonly Collection[] {
  const found = [...targets.values()].flatMap((target) =>
    target.role === 'improvised' ? [] : target,
  );
  const hasAlias = found.some(({ alias, membership, search }) => alias ?? membership ?? search);
  const withWords = new Set(
    found.flatMap(({ words, collection }) => (words ? collection.name : [])),
  );
  if (!hasAlias && withWords.size === 0) return collections;
  const used = new Set([
    ...found.flatMap(({ collection, ancestors }) => [
      collection.name,
      ...ancestors.map((one) => one.collection.name),
    ]),
    ...collections.flatMap(({ of, parents }) => [of, ...parents.map((one) => one.collection)]),
  ]);
  // Words that a record has itself are not kept beside it, too.
  const isBeside = ({ parents }: Collection): boolean =>
    withWords.has(parents.at(-1)?.collection ?? '');
  return collections.filter((one) => used.has(one.name) || !(hasAlias || isBeside(one)));
}

/** Describes a collection that no path names. */
function describeMore(lens: Lens, validators: Validators): DescribeMore {
  return (name, key, schema) => {
    const members = new Set(schema ? lens.records.members(schema).keys() : []);
    return {
      name,
      kind: 'items',
      of: undefined,
      key,
      otherNames: [],
      isKeyUnique: isWorldwide(key),
      logIns: undefined,
      unknownKeys: undefined,
      parents: [],
      schema,
      check: schema && validators.check(schema, 'rest'),
      hasMember: (member) => members.has(member),
      readable: createReadable(lens, schema),
    };
  };
}

/** Describes each collection from its views. */
function describeCollections(
  lens: Lens,
  validators: Validators,
  { groups, names, keys, unknownKeys }: Placing,
  ancestry: Ancestry,
): ReadonlyMap<ViewGroup, Collection> {
  const component = indexComponents(lens.documents);
  const nameOf = (group: ViewGroup | undefined): string | undefined => group && names.get(group);
  const shared = findSharedKeys(groups);
  const resourceNames = findResourceNames(lens, groups, keys, ancestry);
  return new Map(
    groups.map((group) => {
      const kind = group.views[0]?.kind ?? 'items';
      const above = ancestry.parentsOf(group).findLast((one) => one.group)?.group;
      const found = schemaOf(lens, group, component);
      const told = found && above ? childSchema(lens, group, found, above) : found;
      const schema = told && (lens.records.settle(told) ?? told);
      const members = new Set(schema ? lens.records.members(schema).keys() : []);
      const key =
        kind === 'singleton' ? undefined : (keys.get(group) ?? keyOf(lens, group, schema, shared));
      const named = resourceNames.of(group, schema, key);
      const collection: Collection = {
        name: names.get(group) ?? '',
        kind,
        of: nameOf(group.of),
        key,
        ...named,
        otherNames: key && schema ? findOtherNames(lens.records, group, schema, key) : [],
        isKeyUnique: key !== undefined && isWorldwide(key),
        logIns: undefined,
        unknownKeys: unknownKeys.get(group),
        parents: ancestry.parentsOf(group).map((parent, index) => ({
          parameter: parent.parameter,
          nameForm: resourceNames.formOfParent(group, index),
          collection: nameOf(parent.group),
          member: memberNaming(
            lens,
            schema,
            { ...parent, name: nameOf(parent.group) },
            { group, key },
          ),
          isOptional: parent.isOptional,
        })),
        schema,
        check: schema && validators.check(schema, 'rest'),
        hasMember: (name) => members.has(name),
        readable: createReadable(lens, schema),
      };
      return [group, collection];
    }),
  );
}

/**
 * Some operations below a record answer with that record: what they make is then described by its
 * member of that name, else by what they are sent.
 */
function childSchema(
  { documents, records }: Lens,
  { views: [main] }: ViewGroup,
  found: Part,
  parent: ViewGroup,
): Part {
  const identity = records.identity(found);
  const isOfParent = parent.views.some((view) => view.identity === identity);
  if (!main || identity === undefined || !isOfParent) return found;
  // What is read or listed there is such a record itself: a task below a task.
  if (main.evidence.read ?? main.evidence.list) return found;
  const { segment } = main.site;
  const wanted = [plainName(segment), plainName(wordsOf(segment).at(-1) ?? '')];
  const byPlain = records.plainMembers(found);
  const name = wanted.map((one) => byPlain.get(one)).find((one) => one !== undefined);
  const list = name === undefined ? undefined : records.members(found).get(name);
  const items = list && itemsIn(documents, list);
  return items ?? main.evidence.madeFrom?.schema ?? found;
}

function itemsIn(documents: Documents, list: Part): Part | undefined {
  const [items] = wholeOf(documents, list).flatMap((part) => documents.own(part, 'items') ?? []);
  return items;
}

type FindComponent = (segment: string) => Part | undefined;

/** What reading shows, else writing or listing; else the component of that name; else the body. */
function schemaOf(lens: Lens, { views }: ViewGroup, component: FindComponent): Part | undefined {
  const [main] = views;
  if (!main) return undefined;
  if (main.kind !== 'items') return main.schema;
  const namesake = component(main.site.segment);
  for (const { evidence } of views) {
    const shown = evidence.read?.schema;
    if (shown) return namesake && isNarrowed(lens, namesake, shown) ? namesake : shown;
  }
  for (const { evidence } of views) {
    const [schema] = schemasIn(evidence);
    if (schema) return schema;
  }
  const { madeFrom, changedFrom } = main.evidence;
  return namesake ?? madeFrom?.schema ?? changedFrom?.schema;
}

function createReadable({ documents }: Lens, schema: Part | undefined): Collection['readable'] {
  if (!schema) return (record) => record;
  const hide = compileHiding(documents, schema);
  return (record) => {
    const shown = hide(record);
    return isJsonObject(shown) ? shown : {};
  };
}

/** Whether a reply shows the component with more constraints, but with no more members. */
function isNarrowed({ documents, records }: Lens, component: Part, shown: Part): boolean {
  const target = documents.follow(component)?.value;
  const isPart = wholeOf(documents, shown).some(({ value }) => value === target);
  return isPart && records.members(shown).size === records.members(component).size;
}

function keyOf(
  { records }: Lens,
  { views: [main] }: ViewGroup,
  schema: Part | undefined,
  shared: ReadonlySet<string>,
): readonly string[] {
  if (!main) return [];
  const { name } = main.evidence;
  const found = main.key ?? findKey(records, schema, name);
  const isSaid = plainName(name.parameter).endsWith(plainName(found?.at(-1) ?? ' '));
  const isPath = schema !== undefined && findResourceName(records, schema, name) !== undefined;
  if (found && (isWorldwide(found) || isSaid || isPath)) return found;
  const own = schema && [...records.members(schema).keys()].find((one) => shared.has(one));
  return own === undefined ? (found ?? [name.short]) : [own];
}

/** What several kinds of records call their key, as one service does: `acme_id`. */
function findSharedKeys(groups: readonly ViewGroup[]): ReadonlySet<string> {
  const keys = groups.flatMap(({ views: [main] }) => (main?.key?.length === 1 ? main.key : []));
  const isShared = (key: string): boolean =>
    wordsOf(key).length > 1 && isWorldwide([key]) && keys.filter((one) => one === key).length > 1;
  return new Set(keys.filter(isShared));
}

/** Finds the component schema that has a collection's name in the singular. */
function indexComponents(documents: Documents): FindComponent {
  const { root, roots } = documents;
  const isOther = (uri: string): boolean =>
    uri !== root.uri && roots.some((one) => one.uri === uri);
  const parts = new Map<string, Part>();
  for (const { name, part } of documents.named()) {
    const plain = plainName(name);
    // The components of another contract are those of other services.
    if (!isOther(part.uri) && !parts.has(plain)) parts.set(plain, part);
  }
  return (segment) => {
    const wanted = singulars(segment).find((name) => parts.has(plainName(name)));
    return wanted === undefined ? undefined : parts.get(plainName(wanted));
  };
}
