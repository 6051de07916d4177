import { once } from '../../base/once.ts';
import { createGenerators } from '../../behaviors/values/generate.ts';
import { createStudy } from '../../contract/schema/schema-facts.ts';
import type { ServerOptions } from '../options/options.ts';
import type { Runtime } from '../runtime.ts';
import { chooseSamples } from './choose-samples.ts';
import { createShortBodies } from './sample-bodies.ts';
import type { SampleRequest } from './sample-request.ts';

export type { SampleRequest } from './sample-request.ts';

/**
 * Finds a few requests that the default world answers with a 2xx, whatever the contract. Each step
 * takes little time.
 */
export function findSamples(
  runtime: Runtime,
  { locale, stateless }: Pick<ServerOptions, 'locale' | 'stateless'>,
): Generator<undefined, readonly SampleRequest[], void> {
  const { contract } = runtime.blueprint;
  const { main } = runtime.worlds;
  const study = createStudy(contract.documents);
  const existing = once(() => runtime.existingIn(main));
  const generate = createGenerators({ ...contract, study }, locale)(main.seed);
  return chooseSamples({
    contract,
    generate,
    makeBody: createShortBodies(
      {
        contract,
        generate,
        pointReferences: stateless ? undefined : (from) => existing().pointReferences(from),
      },
      study,
    ),
    guard: {
      auth: runtime.roadIn(main).guard.mode,
      credentials: main.credentials.entries,
      now: () => main.clock.now(),
    },
    records: stateless
      ? undefined
      : {
          list: ({ name, parents }) =>
            main.list(
              name,
              parents.map(() => undefined),
            ),
          keys: (collection, parents) => existing().keys(collection, parents).first(1),
        },
  });
}
