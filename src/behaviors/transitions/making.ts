import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { memberAt, textOf } from '../../base/json.ts';
import { findKeyFault } from '../../base/texts.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Collection, Parent } from '../../contract/plan/plan.ts';
import type { Transition } from '../../contract/plan/transitions/transition.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { Item, Parents, RecordChange } from '../../store/record.ts';
import type { Deed } from '../contract-index.ts';
import { isKeyShown, sinceNow } from '../operations/create.ts';
import { refuseKey } from '../records/addressing.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { WorldContext } from '../world-context.ts';
import { birthChange } from '../writing/changes.ts';
import { createDrafting } from '../writing/drafting.ts';
import { parentsNamed } from '../writing/filing.ts';
import { createKeyMaker } from '../writing/keys/new-keys.ts';
import type { RecordMaking } from '../writing/new-records.ts';
import { makeRecord, requireNamedParents } from '../writing/new-records.ts';
import { valuesOfNew } from './applying.ts';

interface MakingMoment {
  readonly context: WorldContext;
  /** Undefined where time or a number of reads makes it happen. */
  readonly request?: Validated;
  /** By whose rules the record is made where no request makes it. */
  readonly operation?: Operation;
}

/** The record of another collection that a transition of `subject` makes, as a change to commit. */
export function makeBeside(
  tools: SeedTools,
  { make, collection: own }: Transition,
  subject: Item,
  { context, request, operation }: MakingMoment,
): readonly RecordChange[] {
  const { contractIndex } = tools;
  const collection = contractIndex.collectionNamed(make?.collection);
  const deed = collection && creatingDeed(contractIndex.deedsOf(collection));
  if (!make || !collection || !deed) return [];
  const { target } = deed;
  const drafting = createDrafting(target, tools);
  const making: RecordMaking = { target, tools, drafting, context };
  const { validators } = contractIndex.contract;
  const client = valuesOfNew(
    make.set,
    { key: subject.key, before: subject.body, body: request?.body },
    {
      facts: drafting.facts,
      moment: { now: context.now(), isNew: true, before: undefined, sent: {}, validators },
    },
  );
  const above = parentsFrom(collection, contractIndex.collectionNamed(own), subject);
  const named = above.map((key, at) => (isGiven(collection.parents[at], client) ? undefined : key));
  const parents = parentsNamed(collection, named, client);
  const keys = createKeyMaker(collection, tools)(context);
  const given = keyGiven(collection, client);
  const filing = { key: given ?? keys.makeKey(parents, client), parents };
  const isTaken = keys.isTaken(filing.key, parents);
  // Time makes nothing twice, and refuses nothing: no client could do anything about it.
  if (isTaken && !request) return [];
  if (request) requireNamedParents(making, filing, named);
  if (isTaken) {
    const detail = `There is already a "${filing.key}" in ${collection.name}, and "make" would make another.`;
    throw new ApiError('record-exists', detail);
  }
  const item = makeRecord(
    making,
    request ?? { operation: operation ?? deed.operation },
    filing,
    client,
  );
  const isNews = given === undefined && isKeyShown(collection);
  return [birthChange(collection, item, isNews ? sinceNow(collection, context) : undefined)];
}

/** A record that nobody asked for is made as a client would make it. */
function creatingDeed(deeds: readonly Deed[]): Deed | undefined {
  return deeds.find(({ target }) => target.role === 'create') ?? deeds[0];
}

/** The record itself is a parent, or they have one in common. */
function parentsFrom({ parents }: Collection, own: Collection | undefined, subject: Item): Parents {
  return parents.map(({ collection }) => {
    if (collection === undefined) return undefined;
    if (collection === own?.name) return subject.key;
    const at = own?.parents.findIndex((one) => one.collection === collection) ?? -1;
    return at === -1 ? undefined : subject.parents[at];
  });
}

function isGiven(parent: Parent | undefined, client: JsonObject): boolean {
  return parent !== undefined && Object.hasOwn(client, parent.member ?? parent.parameter);
}

/** The key that the transition sets; undefined where the server makes one. */
function keyGiven({ key: steps = [] }: Collection, client: JsonObject): string | undefined {
  const key = textOf(memberAt(client, steps) ?? '');
  if (key === '' || steps.length === 0) return undefined;
  const fault = findKeyFault(key);
  if (fault !== undefined) throw refuseKey('body', steps, fault);
  return key;
}
