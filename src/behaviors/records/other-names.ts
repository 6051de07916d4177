import { memberAt } from '../../base/json.ts';
import { valueInPath } from '../../base/resource-names.ts';
import type { Stateful, TargetAddress } from '../../contract/plan/plan.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { OperationAct } from '../world-context.ts';
import { addressOf } from './addressing.ts';
import type { ExistingRecords } from './existing-records.ts';
import { identifierOf } from './identifiers.ts';

/** Lets a path name a record by another of its members: the act sees the key in its place. */
export function withOtherNames(act: OperationAct, target: Stateful): OperationAct {
  const named = [...target.ancestors, target].filter(
    ({ collection, key, alias }) =>
      key !== undefined && alias === undefined && collection.otherNames.length > 0,
  );
  if (named.length === 0) return act;
  return (request, context) =>
    act(
      named.reduce((known, address) => withKey(known, address, context.existing), request),
      context,
    );
}

/** A record with the key itself comes first; of several with the name, none is meant. */
function withKey(request: Validated, address: TargetAddress, existing: ExistingRecords): Validated {
  const { collection } = address;
  const { key, parents } = addressOf(request, address);
  const parameter = request.operation.pathNames[address.key ?? -1];
  if (key === '' || parameter === undefined) return request;
  if (existing.isShown(collection, key, parents)) return request;
  const told = valueInPath(collection.nameForm, key);
  const found = existing
    .list(collection, parents)
    .filter(({ body }) =>
      collection.otherNames.some((steps) => identifierOf(memberAt(body, steps)) === told),
    );
  const [only] = found;
  if (!only || found.length > 1) return request;
  const { parameters } = request;
  return {
    ...request,
    parameters: { ...parameters, path: { ...parameters.path, [parameter]: only.key } },
  };
}
