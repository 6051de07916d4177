import { StartError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Source } from '../../text/source.ts';
import { complainAt } from '../../text/source.ts';
import { inlineForeign } from './inlining.ts';
import type { Resolver } from './resolver.ts';
import { upgrade } from './swagger/upgrade.ts';

/** Makes OpenAPI 3.0 of Swagger 2.0. What stands in other files is brought into one document first. */
export function upgradeSwagger(source: Source, uri: string, resolver: Resolver): Source {
  if (!isJsonObject(source.root)) return source;
  const { info = {}, paths } = source.root;
  const torn = Object.entries({ info, paths }).filter(([, member]) => !isJsonObject(member));
  if (torn.length > 0) {
    throw new StartError(
      torn.map(([name]) => complainAt(source, `/${name}`, `"${name}" must be an object`)),
    );
  }
  const { root, moves } = upgrade(inlineForeign(source.root, uri, resolver));
  const components = root['components'];
  const schemas = isJsonObject(components) ? components['schemas'] : undefined;
  // References from other files go on finding what moved; a walk through the members finds it once.
  Object.defineProperty(root, 'definitions', { value: schemas ?? {} });
  return { ...source, root, original: (pointer) => moves.toGiven(pointer) };
}
