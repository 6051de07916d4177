import { fallbacksAt, hintsOf } from '../examples.ts';
import type { Fallbacks } from '../examples.ts';
import type { MakeNumber } from './numbers.ts';
import { compileNumber } from './numbers.ts';
import { isOfKind, kindOf } from './text-names.ts';
import type { MakeText } from './texts.ts';
import type { View } from '../schemas/sites.ts';
import type { Spot, Walk } from '../walk.ts';
import { attemptsAt } from '../walk.ts';

/**
 * How texts and numbers of a view are made, worked out once for each name that they have: what a name
 * tells is looked up in long lists, and a contract has few names.
 */
export function textMakerFor(view: View, spot: Spot, walk: Walk): MakeText {
  const { makers, fallbacks } = findMakers(view, spot, walk);
  return (makers.texts[fallbacks] ??= walk.bench.texts(
    view.facts,
    hintsOf(view, makers, fallbacks, walk.bench),
  ));
}

export function numberMakerFor(
  view: View,
  type: 'integer' | 'number',
  spot: Spot,
  walk: Walk,
): MakeNumber {
  const { makers, fallbacks } = findMakers(view, spot, walk);
  const known = makers[type];
  const facts = type === 'integer' ? { ...view.facts, types: ['integer'] as const } : view.facts;
  return (known[fallbacks] ??= compileNumber(facts, hintsOf(view, makers, fallbacks, walk.bench)));
}

type ByFallbacks<T> = Partial<Record<Fallbacks, T>>;

/** What makes the leaves of one view that have one name. */
interface Makers {
  readonly name: string;
  /** Of what it is the name; empty where that doesn't matter. */
  readonly kind: string;
  readonly isOfKind: boolean;
  readonly texts: ByFallbacks<MakeText>;
  readonly integer: ByFallbacks<MakeNumber>;
  readonly number: ByFallbacks<MakeNumber>;
}

/** Names may be made up on the way, and there is no end to them. */
const mostNames = 100;

const known = new WeakMap<View, readonly Makers[]>();

function findMakers(
  view: View,
  spot: Spot,
  { plan }: Walk,
): { readonly makers: Makers; readonly fallbacks: Fallbacks } {
  const { name, holder } = spot;
  const all = known.get(view) ?? [];
  const isOwn = (one: Makers): boolean =>
    one.name === name && (!one.isOfKind || one.kind === kindOf(holder));
  let makers = all.find(isOwn);
  if (!makers) {
    makers = openMakers(name, holder);
    known.set(view, all.length < mostNames ? [...all, makers] : [makers]);
  }
  return { makers, fallbacks: fallbacksAt(spot, attemptsAt(plan, spot) > 0) };
}

function openMakers(name: string, holder: string): Makers {
  const isNamed = isOfKind(name);
  const kind = isNamed ? kindOf(holder) : '';
  return { name, kind, isOfKind: isNamed, texts: {}, integer: {}, number: {} };
}
