import type { Documents, Part } from '../../contract/documents.ts';
import type { JsonObject } from '../../json.ts';
import { isJsonObject } from '../../json.ts';
import type { Facts, Match } from './facts.ts';
import { fitsFacts, mergeFacts } from './facts.ts';
import type { Choose, Gathered, Kind, Source } from './gather.ts';
import { gather } from './gather.ts';

/** Schemas that one value has to meet, seen as one, their alternatives chosen. */
export interface View {
  readonly sources: readonly Source[];
  readonly facts: Facts;
  /** Why nothing meets them, as far as that shows at once. */
  readonly clash: string | undefined;
  readonly isLost: boolean;
}

export interface Views {
  /** A name for schemas that are to be met together. */
  keyOf(parts: readonly Part[]): string;
  view(parts: readonly Part[], choose: Choose, isStrict: boolean): View;
}

/** What is known of schemas after some choices: the view, or what is to be chosen next. */
interface Fork {
  view?: View;
  question?: { readonly branches: readonly Part[]; readonly kind: Kind };
  readonly ways: Map<number, Fork>;
}

/** How many views are kept: more than any contract has, but those that are made up on the way. */
const mostViews = 50_000;

export function createViews(documents: Documents, match: Match): Views {
  const ids = new WeakMap<JsonObject, number>();
  const forks = new Map<string, Fork>();
  let lastId = 0;
  const idOf = ({ value }: Part): string => {
    if (!isJsonObject(value)) return String(value !== false);
    const id = ids.get(value) ?? (lastId += 1);
    ids.set(value, id);
    return String(id);
  };
  const views: Views = {
    keyOf: (parts) => {
      const [only] = parts;
      return only && parts.length === 1 ? idOf(only) : parts.map(idOf).join(',');
    },
    view(parts, choose, isStrict) {
      const key = `${views.keyOf(parts)}${isStrict ? '!' : ''}`;
      if (forks.size > mostViews) forks.clear();
      let fork = forks.get(key);
      if (!fork) forks.set(key, (fork = { ways: new Map() }));
      return walkForks(fork, choose, (retrace) =>
        toView(gather(parts, { documents, choose: retrace, isStrict }), match),
      );
    },
  };
  return views;
}

/** Follows the choices that are known, and takes up the ones that aren't. */
function walkForks(root: Fork, choose: Choose, make: (choose: Choose) => View): View {
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

function toView({ sources, denied, clash, isLost }: Gathered, match: Match): View {
  const merged = mergeFacts(
    sources.map(({ schema }) => schema),
    denied,
  );
  const allowed = merged.allowed?.filter((value) => fitsFacts(merged, value, match));
  const facts = { ...merged, allowed };
  return { sources, facts, clash: clash ?? clashOf(facts), isLost };
}

function clashOf({ types, allowed }: Facts): string | undefined {
  if (types.length === 0) return 'must have a type or bounds that exclude each other';
  return allowed?.length === 0 ? 'must be one of values that another rule excludes' : undefined;
}
