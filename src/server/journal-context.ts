import type { Contract } from '../contract/compile.ts';
import type { Operation } from '../contract/operations.ts';
import { namePathTexts } from '../pipeline/checks/path-texts.ts';
import type { Stage } from './worlds-and-roads.ts';
import type { Circumstances, OperationFacts } from '../traffic/journal/journal-context.ts';

/** What there is to know of the contract and the worlds, asked for every time: a reload puts others in place. */
export function createCircumstances(stage: () => Stage, isStateless: boolean): Circumstances {
  const contract = (): Contract => stage().blueprint.contract;
  const find = (id: string): Operation | undefined =>
    contract().operations.find((operation) => operation.id === id);
  return {
    operations: () => contract().operations,
    describeOperation(id) {
      const operation = find(id);
      return operation && describeOperation(operation, contract(), isStateless);
    },
    findParameters: (id, path) => findParameters(contract(), id, path),
    isMadeUp(collection, world) {
      const { main, look } = stage().worlds;
      const played = world === undefined ? main : look(world)?.world;
      return played !== undefined && !played.isAuthoritative(collection);
    },
  };
}

function findParameters(
  { routes }: Contract,
  id: string,
  path: string,
): Readonly<Record<string, string>> {
  for (const { target, values } of routes.readings(path)) {
    const variants = [...target.variants.values()].flat();
    const operation = variants.map((one) => one.operation).find((one) => one.id === id);
    if (!operation) continue;
    return namePathTexts(operation, values.slice(target.baseValues));
  }
  return {};
}

function describeOperation(
  operation: Operation,
  { targets }: Contract,
  isStateless: boolean,
): OperationFacts {
  const { id, method, path, pathNames } = operation;
  const target = targets.get(operation);
  const security = operation.security.map((requirement) =>
    requirement.map(({ scheme, scopes }) => ({ scheme: scheme.name, scopes })),
  );
  const facts = { id, method, path, security };
  const none = { role: 'improvised', collection: undefined, key: undefined, parents: [] };
  if (isStateless) return { ...facts, ...none, why: 'it was started with --stateless' };
  if (!target || target.role === 'improvised') return { ...facts, ...none, why: target?.why ?? '' };
  const { role, collection, key, why } = target;
  return {
    ...facts,
    role,
    collection: collection.name,
    key: key === undefined ? undefined : pathNames[key],
    parents: target.parents.flatMap((index) =>
      index === undefined ? [] : (pathNames[index] ?? []),
    ),
    why,
  };
}
