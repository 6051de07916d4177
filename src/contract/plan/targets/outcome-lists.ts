import { wordsOf } from '../../../base/names.ts';
import type { Operation } from '../../operations.ts';
import type { Part } from '../../load/documents.ts';
import { wholeOf } from '../../schema/schema-walk.ts';
import type { OutcomeLists, StatefulRole, Target } from '../plan.ts';
import type { Lens } from '../views/evidence.ts';
import { replyOf } from '../views/record-spots.ts';

/** Some operations answer with lists of what they have made, changed and deleted. */
export function withOutcomeLists(lens: Lens, operation: Operation, target: Target): Target {
  if (target.role === 'improvised' || target.shown) return target;
  const word = words[target.role];
  const outcomeLists = word && findLists(lens, operation, target.collection.schema, word);
  return outcomeLists ? { ...target, outcomeLists } : target;
}

const made = /^(?:created|added|inserted|new)$/;
const changed = /^(?:updated|changed|modified)$/;
const gone = /^(?:deleted|removed)$/;

const words: Readonly<Partial<Record<StatefulRole, RegExp>>> = {
  create: made,
  replace: changed,
  merge: changed,
};

/** At least two lists of the records, each with a name that says what became of those in it. */
function findLists(
  { records, documents }: Lens,
  operation: Operation,
  schema: Part | undefined,
  word: RegExp,
): OutcomeLists | undefined {
  const reply = replyOf(operation);
  const identity = schema && records.identity(schema);
  if (!reply || identity === undefined) return undefined;
  const lists = [...records.members(reply)].flatMap(([name, part]) => {
    const [items] = wholeOf(documents, part).flatMap((one) => documents.own(one, 'items') ?? []);
    const first = wordsOf(name)[0]?.toLowerCase() ?? '';
    const isTold = [made, changed, gone].some((one) => one.test(first));
    return items && isTold && records.identity(items) === identity ? [{ name, first, items }] : [];
  });
  const [own, second] = lists.filter(({ first }) => word.test(first));
  if (!own || second || lists.length < 2) return undefined;
  const empty = lists.flatMap(({ name }) => (name === own.name ? [] : name));
  return { holds: own.name, empty, items: own.items };
}
