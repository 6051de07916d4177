import type { JsonValue } from '../../base/json.ts';
import { memberAt, textOf } from '../../base/json.ts';
import type { Collection, LinkChange } from '../../contract/plan/plan.ts';
import type { Item, Parents } from '../../store/record.ts';
import { addressOf, requireAncestors } from '../records/addressing.ts';
import { identifierOf } from '../records/identifiers.ts';
import type { CreateAct, WorldContext } from '../world-context.ts';
import { putChanges } from '../writing/changes.ts';
import { createListReply } from './list.ts';

/** Adds, replaces or removes links to the records that the body names; passes over unknown ones. */
export const createManyLinks: CreateAct = (target, tools, improvise) => {
  const { collection, links } = target;
  const answer = createListReply(target, tools, improvise);
  const of = tools.contractIndex.collectionNamed(collection.of);
  if (!of || !links) return improvise;
  return (request, context) => {
    const { existing, world } = context;
    requireAncestors(existing, target, request);
    const { parents } = addressOf(request, target);
    const above = world.parentsIn(of.name, collection.name, parents);
    const meant = findMeant(context, { links, of, above }, request.body);
    const before = existing.list(collection, parents);
    const isGone = goneBy(links, new Set(meant.map(({ key }) => key)));
    const removed = before.filter(isGone);
    const known = new Set(before.map(({ key }) => key));
    const isAdding = links.change === 'add' || links.change === 'replace';
    const added = (isAdding ? meant : [])
      .filter(({ key }) => !known.has(key))
      .map(({ key, body }) => ({ key, parents, body }));
    const after = [...before.filter((item) => !isGone(item)), ...added];
    const outcome = answer(request, context, () => after);
    if (removed.length + added.length === 0) return outcome;
    const changes = [
      ...existing.removal(collection, removed),
      ...added
        .map((link) => ({ ...link, body: {} }))
        .flatMap((link) => putChanges(world, collection, link, link)),
    ];
    return { ...outcome, commit: () => world.commit(changes) };
  };
};

function goneBy({ change }: LinkChange, keys: ReadonlySet<string>): (item: Item) => boolean {
  if (change === 'remove-all') return () => true;
  if (change === 'add') return () => false;
  return ({ key }) => keys.has(key) === (change === 'remove');
}

interface LinkedPlace {
  readonly links: LinkChange;
  readonly of: Collection;
  readonly above: Parents;
}

/** The records that the list names, each once. */
function findMeant(
  { existing }: WorldContext,
  { links: { steps, otherName }, of, above }: LinkedPlace,
  body: JsonValue | undefined,
): readonly Item[] {
  const sent = body === undefined ? undefined : memberAt(body, steps);
  const found = new Map<string, Item>();
  for (const one of Array.isArray(sent) ? sent : []) {
    const key = identifierOf(one);
    if (key === undefined) continue;
    const isName = otherName !== undefined && typeof one === 'string';
    const named = (): readonly Item[] =>
      existing.list(of, above).filter(({ body: own }) => textOf(own[otherName ?? '']) === one);
    const item = existing.find(of, key, above) ?? (isName ? only(named()) : undefined);
    if (item) found.set(item.key, item);
  }
  return [...found.values()];
}

function only<T>([first, second]: readonly T[]): T | undefined {
  return second === undefined ? first : undefined;
}
