import type { Collection } from '../contract/plan/plan.ts';
import type { JsonObject } from '../json.ts';
import { isSameJson } from '../json.ts';
import type { Item, Parents } from '../store/record.ts';
import type { CompleteHeaders } from './answer-headers.ts';
import { createHeaderCompletion } from './answer-headers.ts';
import type { Generate } from './generate.ts';
import type { Knowledge } from './knowledge.ts';
import type { MadeUpKeys } from './made-up-keys.ts';
import { createMadeUpKeys } from './made-up-keys.ts';
import type { MadeUpRecords } from './made-up-records.ts';
import { createMadeUpRecords } from './made-up-records.ts';
import { createRecent } from './recent.ts';
import type { PointReferences } from './references.ts';
import { createReferences } from './references.ts';
import type { Represent } from './showing/represent.ts';
import { createRepresentation } from './showing/represent.ts';

/**
 * What behaviours make values with: it depends on the contract and the seed, never on a world, and so
 * worlds of one seed share it with all that it remembers.
 */
export interface Craft {
  readonly knowledge: Knowledge;
  /** What generated values depend on. */
  readonly seed: string;
  readonly generate: Generate;
  readonly completeHeaders: CompleteHeaders;
  readonly represent: Represent;
  /** The keys of made-up records that are filed under just these parents. */
  readonly keysUnder: MadeUpKeys;
  /** Made-up records before their references are pointed. */
  readonly madeUp: MadeUpRecords;
  readonly pointReferences: PointReferences;
  /** The item that another world has of the same record, where it says the same. */
  readonly share: (place: string, item: Item) => Item;
}

const mostKept = 1000;

export function createCraft(knowledge: Knowledge, seed: string): Craft {
  const { contract, study, examplesOf, madeUpFormsOf } = knowledge;
  const generate = knowledge.generatorFor(seed);
  const keysUnder = createMadeUpKeys({ formsOf: madeUpFormsOf, generate, examplesOf });
  const makeRecord = createMadeUpRecords({ generate, examplesOf, keysOf: keysUnder });
  return {
    knowledge,
    seed,
    generate,
    completeHeaders: createHeaderCompletion(contract, generate),
    represent: createRepresentation({ validators: contract.validators, generate, study }),
    keysUnder,
    madeUp: keepRecords(makeRecord),
    pointReferences: createReferences(knowledge.references, seed),
    share: createSharing(),
  };
}

function keepRecords(make: MadeUpRecords): MadeUpRecords {
  const kept = createRecent<JsonObject>(mostKept);
  return (collection: Collection, key: string, parents: Parents) => {
    const place = JSON.stringify([collection.name, key, ...parents]);
    const before = kept.get(place);
    if (before) return before;
    const body = make(collection, key, parents);
    kept.set(place, body);
    return body;
  };
}

/** What a record looks like is kept by its object: the same object, and it is found out only once. */
function createSharing(): Craft['share'] {
  const kept = createRecent<Item>(mostKept);
  return (place, item) => {
    const known = kept.get(place);
    if (known && isSameJson(known.body, item.body)) return known;
    kept.set(place, item);
    return item;
  };
}
