import type { Part } from '../../contract/load/documents.ts';
import { isNull } from '../../contract/schema/keywords.ts';
import type { Type } from '../../contract/schema/merging/facts.ts';
import type { AlternativeKind } from '../../contract/schema/merging/gather.ts';
import type { MergedSchemas, SchemaSite } from '../../contract/schema/merging/merged-schemas.ts';
import { hashBelow } from './chance.ts';
import type { SchemaWalk, ValueSpot, WalkPlan } from './walk.ts';
import { attemptsAt } from './walk.ts';

/** The schemas of one place, after the choice of their alternatives. */
export interface Chosen {
  readonly view: MergedSchemas;
  /** The part of the attempt number that the choices leave for the value itself. */
  readonly attempt: number;
  /** How many combinations of alternatives the choices allow. */
  readonly ways: number;
  readonly parts: readonly Part[];
  readonly types: readonly Type[];
}

/** The digits of the attempt number select the alternatives, so that attempts try all in turn. */
export function chooseView(
  parts: readonly Part[],
  spot: ValueSpot,
  attempt: number,
  { bench, plan }: SchemaWalk,
): Chosen {
  let rest = attempt;
  let ways = 1;
  let serial = 0;
  const choose = (branches: readonly Part[], kind: AlternativeKind): number => {
    const digit = rest % branches.length;
    rest = Math.floor(rest / branches.length);
    ways *= branches.length;
    serial += 1;
    const turn = kind === 'equal' && !spot.isLean ? hashBelow(spot.hash, -serial) : 0;
    const order = orderBranches(branches, turn, kind, spot.isLean, bench.views.rankOf);
    return order[digit] ?? 0;
  };
  const view = bench.views.view(parts, choose, isStrictAt(plan, spot));
  return { view, attempt: rest, ways, parts, types: typesFor(view, spot) };
}

function isStrictAt(plan: WalkPlan, spot: ValueSpot): boolean {
  if (plan.strict === 'where tried') return attemptsAt(plan, spot) > 0;
  return plan.strict === 'everywhere';
}

/** The first combination. In most places it is the only one, and the site has it cached. */
export function chooseFirst(
  { parts, sole }: SchemaSite,
  spot: ValueSpot,
  walk: SchemaWalk,
): Chosen {
  const { plan } = walk;
  const isUsual = plan.strict !== 'everywhere' && attemptsAt(plan, spot) === 0;
  const view = isUsual ? sole() : undefined;
  if (!view) return chooseView(parts, spot, 0, walk);
  return { view, attempt: 0, ways: 1, parts, types: typesFor(view, spot) };
}

function typesFor({ types, leanTypes }: MergedSchemas, { isLean }: ValueSpot): readonly Type[] {
  return isLean ? leanTypes : types;
}

/** How many combinations are examined at most. */
const mostGlances = 64;

/** Whether one value can meet all schemas, as far as that shows without making a value. */
export function isViable(parts: readonly Part[], spot: ValueSpot, walk: SchemaWalk): boolean {
  let ways = 1;
  for (let way = 0; way < Math.min(ways, mostGlances); way += 1) {
    const chosen = chooseView(parts, spot, way, walk);
    if (chosen.view.clash === undefined) return true;
    ways = Math.max(ways, chosen.ways);
  }
  return false;
}

/** Null comes after all but endless schemas. In a lean place the shallowest schema comes first. */
function orderBranches(
  branches: readonly Part[],
  turn: number,
  kind: AlternativeKind,
  isLean: boolean,
  rankOf: (part: Part) => number,
): readonly number[] {
  const turned = branches.map((_, index) => (index + turn) % branches.length);
  if (kind === 'ordered') return turned;
  const costs = branches.map((branch) => {
    const rank = branch.value === false ? Infinity : rankOf(branch);
    if (isLean || rank === Infinity) return rank;
    return isNull(branch.value) ? 1000 : 0;
  });
  if (costs.every((cost) => cost === costs[0])) return turned;
  return turned.toSorted((left, right) => {
    const [one, other] = [costs[left] ?? 0, costs[right] ?? 0];
    return one === other ? 0 : one - other;
  });
}
