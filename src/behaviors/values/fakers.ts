import { createRequire } from 'node:module';

import type { Faker, LocaleDefinition, Randomizer } from '@faker-js/faker';

import { createRandom } from './chance.ts';

export type { Faker } from '@faker-js/faker';

/** The used part of the English module. All languages would take five times as long to load. */
interface EnglishModule {
  readonly faker: {
    readonly rawDefinitions: LocaleDefinition;
    readonly constructor: new (options: {
      locale: LocaleDefinition;
      randomizer: Randomizer;
    }) => Faker;
  };
}

/** Generated dates lie before this. It is fixed, so that a seed gives the same values every day. */
const today = '2026-01-01T00:00:00Z';
const require = createRequire(import.meta.url);

/** Returns the faker library, seeded anew for each value. */
export function createFakers(): (seed: number) => Faker {
  let known: Faker | undefined;
  // Loaded on first use: many servers never need it.
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

/** Seeding the library's own randomizer takes longer than all draws that follow. */
function createRandomizer(): Randomizer {
  let random = createRandom(0);
  return {
    seed(seed) {
      random = createRandom(typeof seed === 'number' ? seed : (seed[0] ?? 0));
    },
    next: () => random(),
  };
}
