import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { memberAt, textOf } from '../../base/json.ts';
import { findKeyFault } from '../../base/texts.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { Parents, RecordChange } from '../../store/record.ts';
import type { Deed } from '../contract-index.ts';
import { refuseKey } from '../records/addressing.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { WorldContext } from '../world-context.ts';
import { birthChange } from '../writing/changes.ts';
import { createDrafting } from '../writing/drafting.ts';
import { parentsNamed } from '../writing/filing.ts';
import { createKeyMaker } from '../writing/keys/new-keys.ts';
import type { RecordMaking } from '../writing/new-records.ts';
import { makeRecord } from '../writing/new-records.ts';
import { requireNamedParents } from '../writing/required-records.ts';
import { isKeyShown, sinceNow } from './create.ts';

/** A record to make beside what a request is about. */
export interface WantedRecord {
  readonly collection: Collection;
  /** The members that are known; all others are made as for a client that leaves them out. */
  readonly client: JsonObject;
  /** The parents that are known to exist; the members may name others. */
  readonly named: Parents;
}

export interface AddingMoment {
  readonly context: WorldContext;
  /** Undefined where no request makes it. */
  readonly request?: Validated;
  /** By whose rules the record is made where no request makes it. */
  readonly operation: Operation;
}

/** The record, as changes to commit; none where time makes one that is there already. */
export function addRecord(
  tools: SeedTools,
  { collection, client, named }: WantedRecord,
  { context, request, operation }: AddingMoment,
): readonly RecordChange[] {
  const deed = creatingDeed(tools.contractIndex.deedsOf(collection));
  if (!deed) return [];
  const { target } = deed;
  const making: RecordMaking = { target, tools, drafting: createDrafting(target, tools), context };
  const parents = parentsNamed(collection, named, client);
  const keys = createKeyMaker(collection, tools)(context);
  const given = keyGiven(collection, client);
  const filing = { key: given ?? keys.makeKey(parents, client), parents };
  requireNamedParents(making, filing, named);
  if (keys.isTaken(filing.key, parents)) {
    throw new ApiError(
      'record-exists',
      `There is already a "${filing.key}" in ${collection.name}.`,
    );
  }
  const item = makeRecord(making, request ?? { operation }, filing, client);
  const isNews = given === undefined && isKeyShown(collection);
  return [birthChange(collection, item, isNews ? sinceNow(collection, context) : undefined)];
}

/** A record that no request asks for is made as a client would make it. */
export function creatingDeed(deeds: readonly Deed[]): Deed | undefined {
  return deeds.find(({ target }) => target.role === 'create') ?? deeds[0];
}

/** The key among the members; undefined where the server makes one. */
function keyGiven({ key: steps = [] }: Collection, client: JsonObject): string | undefined {
  const key = textOf(memberAt(client, steps) ?? '');
  if (key === '' || steps.length === 0) return undefined;
  const fault = findKeyFault(key);
  if (fault !== undefined) throw refuseKey('body', steps, fault);
  return key;
}
