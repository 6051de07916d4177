import type { Collection } from '../../contract/plan/plan.ts';
import type { JsonObject } from '../../base/json.ts';
import { freezeJson } from '../../base/json.ts';
import type { Item } from '../../store/record.ts';
import type { MadeUpRecords } from './made-up-records.ts';
import { createRecent, weighBody } from '../../base/recently-used.ts';
import type { ChooseKey, PointReferences, Referrer } from './references.ts';

/** A made-up record whose references are pointed to what is chosen: for the same choices the same object. */
export type PointMadeUp = (place: Omit<Referrer, 'body'>, choose: ChooseKey) => Item;

/** A record, and the ways in which worlds have its references pointed. */
interface Kept {
  readonly origin: JsonObject;
  readonly ways: readonly Way[];
}

interface Way {
  readonly choices: readonly Choice[];
  readonly item: Item;
}

/** What was asked, and what was chosen for it. */
interface Choice {
  readonly target: Collection;
  readonly lot: number;
  readonly key: string | undefined;
}

const mostKept = 1000;
/** Most worlds say the same, and one that is changed goes on from one way to the next. */
const mostWays = 4;

function weigh({ origin, ways }: Kept): number {
  return ways.reduce((sum, { item }) => sum + weighBody(item.body), weighBody(origin));
}

/** To try what a schema allows takes longer than to choose again: the worlds of a seed try it once. */
export function createPointedRecords(make: MadeUpRecords, point: PointReferences): PointMadeUp {
  const kept = createRecent<Kept>(mostKept, weigh);
  return (from, choose) => {
    const { collection, key, parents } = from;
    const place = JSON.stringify([collection.name, key, ...parents]);
    const before = kept.get(place);
    const isChosen = ({ target, lot, key: chosen }: Choice): boolean =>
      choose(target, from, lot) === chosen;
    const known = before?.ways.find(({ choices }) => choices.every(isChosen));
    if (known) return known.item;
    const origin = before?.origin ?? make(collection, key, parents);
    const choices: Choice[] = [];
    const note: ChooseKey = (target, _, lot) => {
      const chosen = choose(target, from, lot);
      choices.push({ target, lot, key: chosen });
      return chosen;
    };
    const body = freezeJson(point({ ...from, body: origin }, note));
    const item = { key, parents, body };
    const ways = [{ choices, item }, ...(before?.ways ?? [])].slice(0, mostWays);
    kept.set(place, { origin, ways });
    return item;
  };
}
