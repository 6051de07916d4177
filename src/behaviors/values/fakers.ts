import { createRequire } from 'node:module';

import type { Faker, LocaleDefinition, Randomizer } from '@faker-js/faker';

import { createRandom } from './chance.ts';

export type { Faker } from '@faker-js/faker';

/** What we use of the module, with English alone: all languages take five times as long to load. */
interface EnglishModule {
  readonly faker: {
    readonly rawDefinitions: LocaleDefinition;
    readonly constructor: new (options: {
      locale: LocaleDefinition;
      randomizer: Randomizer;
    }) => Faker;
  };
}

/** The day that generated dates lie before: fixed, so that a seed means the same on every day. */
const today = '2026-01-01T00:00:00Z';
const require = createRequire(import.meta.url);

/** The library that knows what people, places and things are called, seeded for every value anew. */
export function createFakers(): (seed: number) => Faker {
  let known: Faker | undefined;
  // Many servers never need it: it is loaded when first asked.
  return (seed) => {
    known ??= loadFaker();
    known.seed(seed);
    return known;
  };
}

function loadFaker(): Faker {
  const { faker: english }: EnglishModule = require('@faker-js/faker/locale/en');
  const faker = new english.constructor({
    locale: english.rawDefinitions,
    randomizer: createRandomizer(),
  });
  faker.setDefaultRefDate(today);
  return faker;
}

/** The library's own source takes longer to be seeded than all that is then drawn from it. */
function createRandomizer(): Randomizer {
  let random = createRandom(0);
  return {
    seed(seed) {
      random = createRandom(typeof seed === 'number' ? seed : (seed[0] ?? 0));
    },
    next: () => random(),
  };
}
