import type { UnknownKeys } from '../contract/plan/plan.ts';
import type { JsonObject } from '../base/json.ts';
import { freezeJson } from '../base/json.ts';
import type { RecentlyUsed } from '../base/recently-used.ts';
import { createRecentlyUsed, weighBody } from '../base/recently-used.ts';
import type { Collection } from '../contract/plan/plan.ts';
import type { FileBytes } from '../store/files/file-bytes.ts';
import type { Item } from '../store/record.ts';
import type { ContractIndex } from './contract-index.ts';
import type { ImprovisedBody } from './improvise.ts';
import { keepImprovised } from './improvise.ts';
import type { MadeUpKeys } from './records/made-up-keys.ts';
import { createMadeUpKeys } from './records/made-up-keys.ts';
import type { MadeUpRecords } from './records/made-up-records.ts';
import { createMadeUpRecords } from './records/made-up-records.ts';
import type { PointReferences, ChooseKey, Referrer } from './records/references.ts';
import { createReferences } from './records/references.ts';
import type { CompleteHeaders } from './replies/answer-headers.ts';
import { createHeaderCompletion } from './replies/answer-headers.ts';
import type { Represent } from './replies/represent.ts';
import { createRepresentation } from './replies/represent.ts';
import type { Generate } from './values/generate.ts';

/** What generates values for one seed, with caches; the worlds of that seed share it. */
export interface SeedTools {
  readonly contractIndex: ContractIndex;
  readonly seed: string;
  /** What becomes of keys that nothing has shown, unless the contract says it of a collection. */
  readonly unknownKeys: UnknownKeys;
  readonly generate: Generate;
  /** The last improvised bodies. */
  readonly improvised: RecentlyUsed<ImprovisedBody>;
  readonly completeHeaders: CompleteHeaders;
  readonly represent: Represent;
  /** The keys of generated records under exactly these parents. */
  readonly keysUnder: MadeUpKeys;
  readonly pointReferences: PointReferences;
  readonly pointMadeUp: PointMadeUp;
  /** The bytes of uploaded files; undefined where none are kept. */
  readonly files: FileBytes | undefined;
  /** Whether the body is that of a made-up record, to which no request has written. */
  readonly isMadeUp: (body: JsonObject) => boolean;
}

/** What may be chosen of made-up records, and where uploaded files are kept. */
export interface MadeUpSetting {
  readonly files?: FileBytes | undefined;
  readonly unknownKeys: UnknownKeys;
  /** How many of them a list shows; undefined: as many as a demo needs. */
  readonly records?: number | undefined;
}

export function createSeedTools(
  contractIndex: ContractIndex,
  seed: string,
  { unknownKeys, records, files }: MadeUpSetting,
): SeedTools {
  const { contract, study, examplesOf, madeUpFormsOf, pageSizeOf } = contractIndex;
  const generate = contractIndex.generatorFor(seed);
  const keysUnder = createMadeUpKeys({
    formsOf: madeUpFormsOf,
    generate,
    examplesOf,
    pageSizeOf,
    records,
  });
  const make = createMadeUpRecords({ generate, examplesOf, keysOf: keysUnder });
  const pointReferences = createReferences(contractIndex, seed);
  const point = createPointedRecords(make, pointReferences);
  const madeUp = new WeakSet<JsonObject>();
  return {
    contractIndex,
    seed,
    unknownKeys,
    files,
    generate,
    improvised: keepImprovised(),
    completeHeaders: createHeaderCompletion(contract, generate),
    represent: createRepresentation({
      validators: contract.validators,
      generate,
      study,
      addressOf: contractIndex.addressOf,
    }),
    keysUnder,
    pointReferences,
    pointMadeUp(from, choose) {
      const item = point(from, choose);
      madeUp.add(item.body);
      return item;
    },
    isMadeUp: (body) => madeUp.has(body),
  };
}

/** A generated record with its references set as chosen; the same choices give the same object. */
type PointMadeUp = (place: Omit<Referrer, 'body'>, choose: ChooseKey) => Item;

interface KeptChoices {
  readonly origin: JsonObject;
  readonly ways: readonly MadeRecordWay[];
}

interface MadeRecordWay {
  readonly choices: readonly MadeChoice[];
  readonly item: Item;
}

/** What a record asked for, and the key that was chosen. */
interface MadeChoice {
  readonly target: Collection;
  readonly lot: number;
  readonly key: string | undefined;
}

const mostKept = 1000;
/** Most worlds make the same choices; a world that changes goes from one version to the next. */
const mostWays = 4;

function weigh({ origin, ways }: KeptChoices): number {
  return ways.reduce((sum, { item }) => sum + weighBody(item.body), weighBody(origin));
}

/** A check against the schema costs more than a choice, so the worlds of a seed share it. */
export function createPointedRecords(make: MadeUpRecords, point: PointReferences): PointMadeUp {
  const kept = createRecentlyUsed<KeptChoices>(mostKept, weigh);
  return (from, choose) => {
    const { collection, key, parents } = from;
    const place = JSON.stringify([collection.name, key, ...parents]);
    const before = kept.get(place);
    const isChosen = ({ target, lot, key: chosen }: MadeChoice): boolean =>
      choose(target, from, lot) === chosen;
    const known = before?.ways.find(({ choices }) => choices.every(isChosen));
    if (known) return known.item;
    const origin = before?.origin ?? make(collection, key, parents);
    const choices: MadeChoice[] = [];
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
