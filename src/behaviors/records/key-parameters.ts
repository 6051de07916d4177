import type { Contract } from '../../contract/compile.ts';
import type { Parameter } from '../../contract/parameters/parameters.ts';
import type { Collection } from '../../contract/plan/plan.ts';

/** The path parameters that hold the keys of a collection. */
export interface KeyParameters {
  /** In paths that end in the record itself. */
  readonly own: readonly Parameter[];
  /** In paths that go on to other records. */
  readonly passing: readonly Parameter[];
}

/** Parameters with the same schema count once. */
export function indexKeyParameters({
  targets,
}: Pick<Contract, 'targets'>): (collection: Collection) => KeyParameters {
  const found = new Map<Collection, { own: Parameter[]; passing: Parameter[] }>();
  for (const [{ parameters, pathNames }, target] of targets) {
    if (target.role === 'improvised') continue;
    for (const address of [target, ...target.ancestors]) {
      const name = address.key === undefined ? undefined : pathNames[address.key];
      const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
      if (!parameter) continue;
      const known = found.get(address.collection) ?? { own: [], passing: [] };
      const place = address === target ? known.own : known.passing;
      const isNew = place.every(({ schema }) => schema?.value !== parameter.schema?.value);
      if (isNew) place.push(parameter);
      found.set(address.collection, known);
    }
  }
  return (collection) => found.get(collection) ?? { own: [], passing: [] };
}
