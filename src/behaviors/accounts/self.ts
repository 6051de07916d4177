import type { Stateful } from '../../contract/plan/plan.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { OperationAct } from '../world-context.ts';
import { personOf } from './accounts.ts';
import { noParents } from './log-ins.ts';

/** The words by which paths name the client among all people. */
const selfWords = new Set(['me', 'self', '@me', '~']);

/** `/users/me` is the client's own record, where `/users/{id}` is all that the contract has of it. */
export function withSelf(
  act: OperationAct,
  target: Stateful,
  { contractIndex }: SeedTools,
): OperationAct {
  const { collection } = contractIndex.people() ?? {};
  const named = [...target.ancestors, target].filter(
    (one) => one.key !== undefined && one.collection.name === collection?.name,
  );
  if (!collection || named.length === 0) return act;
  return (request, context) => {
    const { parameters, operation } = request;
    const own = named.flatMap(({ key }): [string, string][] => {
      const name = operation.pathNames[key ?? -1] ?? '';
      const value = parameters.path[name];
      const isSelf = value !== undefined && selfWords.has(value);
      return isSelf && !context.world.find(collection.name, value, noParents(collection))
        ? [[name, personOf(collection, context, request).key]]
        : [];
    });
    if (own.length === 0) return act(request, context);
    const path = { ...parameters.path, ...Object.fromEntries(own) };
    return act({ ...request, parameters: { ...parameters, path } }, context);
  };
}
