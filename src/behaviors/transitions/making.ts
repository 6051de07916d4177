import { ApiError } from '../../base/errors.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Transition } from '../../contract/plan/transitions/transition.ts';
import type { Item, Parents, RecordChange } from '../../store/record.ts';
import type { AddingMoment } from '../operations/add.ts';
import { addRecord } from '../operations/add.ts';
import type { SeedTools } from '../seed-tools.ts';
import { valuesOfNew } from './applying.ts';

/** The record of another collection that a transition of `subject` makes, as changes to commit. */
export function makeBeside(
  tools: SeedTools,
  { make, collection: own }: Transition,
  subject: Item,
  moment: AddingMoment,
): readonly RecordChange[] {
  const { contractIndex } = tools;
  const collection = contractIndex.collectionNamed(make?.collection);
  if (!make || !collection) return [];
  const { validators } = contractIndex.contract;
  const now = moment.context.now();
  const client = valuesOfNew(
    make.set,
    { key: subject.key, before: subject.body, body: moment.request?.body },
    {
      facts: collection.schema && contractIndex.study(collection.schema),
      moment: { now, isNew: true, before: undefined, sent: {}, validators },
    },
  );
  const above = parentsFrom(collection, contractIndex.collectionNamed(own), subject);
  const named = above.map((key, at) => {
    const { member, parameter = '' } = collection.parents[at] ?? {};
    return Object.hasOwn(client, member ?? parameter) ? undefined : key;
  });
  try {
    return addRecord(tools, { collection, client, named }, moment);
  } catch (error) {
    // Time refuses nothing: no client could do anything about it.
    if (error instanceof ApiError && !moment.request) return [];
    throw error;
  }
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
