import { once } from '../../base/once.ts';
import { createGenerators } from '../../behaviors/values/generate.ts';
import { createStudy } from '../../contract/schema/schema-facts.ts';
import type { World } from '../../store/worlds/world.ts';
import type { ServerOptions } from '../options/options.ts';
import type { Runtime } from '../runtime.ts';
import { chooseSamples } from './choose-samples.ts';
import { createShortBodies } from './sample-bodies.ts';
import type { SampleRequest, SampleTools } from './sample-request.ts';

export type { SampleRequest } from './sample-request.ts';

/**
 * Finds a few requests that the default world answers with a 2xx, whatever the contract. Each step
 * takes little time.
 */
export function findSamples(
  runtime: Runtime,
  options: SampleOptions,
): Generator<undefined, readonly SampleRequest[], void> {
  return chooseSamples(createSampleTools(runtime, runtime.worlds.main, options));
}

export type SampleOptions = Pick<ServerOptions, 'locale' | 'stateless'>;

/** What requests for a world are made with. */
export function createSampleTools(
  runtime: Runtime,
  world: World,
  { locale, stateless }: SampleOptions,
): SampleTools {
  const { contract } = runtime.blueprint;
  const study = createStudy(contract.documents);
  const existing = once(() => runtime.existingIn(world));
  const generate = createGenerators({ ...contract, study }, locale)(world.seed);
  return {
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
      auth: runtime.roadIn(world).guard.mode,
      credentials: world.credentials.entries,
      now: () => world.clock.now(),
    },
    records: stateless
      ? undefined
      : {
          list: ({ name, parents }) =>
            world.list(
              name,
              parents.map(() => undefined),
            ),
          keys: (collection, parents) => existing().keys(collection, parents).first(1),
        },
  };
}
