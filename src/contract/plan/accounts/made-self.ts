import type { Operation } from '../../operations.ts';
import type { Plan, Target } from '../plan.ts';
import type { Lens } from '../views/evidence.ts';
import { givenTo, shownBy } from '../views/evidence.ts';
import { nameOf } from './account-entries.ts';
import type { AccountEntry } from './account-entries.ts';

/**
 * `POST /customers` where people are only shown at `/customers/me`: what it makes is the client. Without
 * a path to other people there is one such record.
 */
export function makeSelf(
  { records }: Lens,
  plan: Plan,
  all: readonly AccountEntry[],
  owns: readonly AccountEntry[],
): Plan {
  const made = new Map<Operation, Target>();
  for (const { entry: own } of owns) {
    const target = plan.targets.get(own.operation);
    const { path } = own.operation;
    const above = path.slice(0, path.lastIndexOf('/'));
    const maker = all.find(
      ({ entry: { operation } }) => operation.method === 'POST' && operation.path === above,
    )?.entry;
    if (!maker || plan.targets.get(maker.operation)?.role !== 'improvised') continue;
    if (target?.role !== 'read' || target.collection.kind !== 'singleton') continue;
    const shown = shownBy(records, maker, nameOf('users'));
    const seen = shownBy(records, own, nameOf('users'));
    if (shown?.identity === undefined || shown.identity !== seen?.identity) continue;
    const given = givenTo(records, maker, nameOf('users'), shown);
    made.set(maker.operation, {
      ...target,
      role: 'replace',
      isAnew: true,
      shown,
      given,
      why: 'makes the client itself, which this place shows',
    });
  }
  return made.size === 0 ? plan : { ...plan, targets: new Map([...plan.targets, ...made]) };
}
