import { wordsOf } from '../../../base/names.ts';

/** What a call does to its records; `act` is everything else that is done to one of them. */
export type CallKind = PlainKind | 'act';

type PlainKind = 'create' | 'read' | 'list' | 'search' | 'update' | 'delete';

interface Words {
  readonly sure: ReadonlySet<string>;
  /** Words that mean it where no other word of the noun does. */
  readonly perhaps: ReadonlySet<string>;
}

const words: ReadonlyMap<PlainKind, Words> = new Map([
  ['create', wordsFor('create new insert upload import', 'add make open post')],
  ['read', wordsFor('info get show retrieve fetch describe detail details', 'read view')],
  ['list', wordsFor('list index all', 'get fetch find')],
  ['search', wordsFor('search', 'find query lookup')],
  ['update', wordsFor('update edit modify patch', 'change save set')],
  ['delete', wordsFor('delete destroy', 'remove')],
]);

function wordsFor(sure: string, perhaps: string): Words {
  return { sure: new Set(sure.split(' ')), perhaps: new Set(perhaps.split(' ')) };
}

type Trust = keyof Words;

function isWordFor(verb: string, kind: PlainKind, trust: Trust): boolean {
  const isSearch = kind === 'search' && trust === 'sure';
  // `search_titles` is a search, too.
  const all = isSearch ? wordsOf(verb) : [verb];
  return all.some((word) => words.get(kind)?.[trust].has(word.toLowerCase()));
}

/** What a verb may mean, by itself. */
export function wordsMean(verb: string): readonly CallKind[] {
  const isMeant = (kind: PlainKind): boolean =>
    isWordFor(verb, kind, 'sure') || isWordFor(verb, kind, 'perhaps');
  return [...words.keys()].filter(isMeant);
}

/** What a verb alone says: that it makes records, or that it only means those that are there. */
export function saysMaking(verb: string): boolean | undefined {
  const meant = wordsMean(verb);
  if (meant.includes('create')) return true;
  return meant.includes('update') || meant.includes('delete') ? false : undefined;
}

/** A call as far as its words and its key tell of it. */
export interface SpokenCall {
  readonly verb: string;
  readonly hasKey: boolean;
  readonly needsKey: boolean;
  /** Whether the key is a name or the like, which who makes a record chooses. */
  readonly isChosen: boolean;
  /** Whether the reply has a list of records. */
  readonly isListing: boolean;
}

/** What each call of one noun does; undefined where its words say nothing that is known. */
export function kindsOf<Call extends SpokenCall>(
  calls: readonly Call[],
): ReadonlyMap<Call, CallKind | undefined> {
  const sure = new Map(calls.map((call) => [call, findKind(call, 'sure')]));
  const taken = new Set(sure.values());
  return new Map(
    calls.map((call) => {
      const known = sure.get(call);
      const perhaps = known ? undefined : findKind(call, 'perhaps');
      const guessed = perhaps && !taken.has(perhaps) ? perhaps : undefined;
      return [call, known ?? guessed ?? (call.hasKey ? 'act' : undefined)];
    }),
  );
}

function findKind(call: SpokenCall, trust: Trust): PlainKind | undefined {
  const { verb, hasKey, needsKey, isChosen, isListing } = call;
  const has = (kind: PlainKind): boolean => isWordFor(verb, kind, trust);
  if (isListing && has('search')) return 'search';
  if (isListing && trust === 'sure' && !needsKey && has('list')) return 'list';
  const keyless = isListing ? 'list' : 'create';
  if (!hasKey) return has(keyless) ? keyless : undefined;
  const kind = (['read', 'update', 'delete'] as const).find(has);
  // A key that is sent to `add` or `open` names what is there; one sent to `create` is that of the new record.
  return kind ?? ((trust === 'sure' || isChosen) && has('create') ? 'create' : undefined);
}
