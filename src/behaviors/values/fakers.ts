import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

import type { Faker, LocaleDefinition, Randomizer } from '@faker-js/faker';

import { suggestNames } from '../../base/nearest.ts';
import { createRandom } from './chance.ts';

export type { Faker } from '@faker-js/faker';

/** The used part of the module of one language. All of them would take five times as long to load. */
interface LocaleModule {
  readonly faker: {
    readonly rawDefinitions: LocaleDefinition;
    readonly constructor: new (options: {
      locale: LocaleDefinition;
      randomizer: Randomizer;
    }) => Faker;
  };
}

/** All that is generated of one person. */
export interface Person {
  readonly first: string;
  readonly middle: string;
  readonly last: string;
  readonly full: string;
  readonly user: string;
  readonly email: string;
  readonly gender: string;
}

export interface Fakers {
  /** The faker library, seeded anew for each value. */
  readonly fakerFor: (seed: number) => Faker;
  readonly personFor: (seed: number) => Person;
}

/** Generated dates lie before this. It is fixed, so that a seed gives the same values every day. */
const today = '2026-01-01T00:00:00Z';
const require = createRequire(import.meta.url);
const mostPeople = 1000;

/** Says why no names can be generated in a language; undefined if they can. */
export function findLocaleFault(locale: string): string | undefined {
  const folder = dirname(require.resolve('@faker-js/faker/locale/en'));
  const known = readdirSync(folder).flatMap((file) => /^(?!base)(\w+)\.js$/.exec(file)?.[1] ?? []);
  if (known.includes(locale)) return undefined;
  return `must be a language that has names, not "${locale}": ${suggestNames(locale, known)}`;
}

export function createFakers(locale: string): Fakers {
  let known: Faker | undefined;
  const people = new Map<number, Person>();
  // Loaded on first use: many servers never need it.
  const fakerFor = (seed: number): Faker => {
    known ??= loadFaker(locale);
    known.seed(seed);
    return known;
  };
  return {
    fakerFor,
    personFor(seed) {
      let person = people.get(seed);
      if (!person) {
        person = makePerson(fakerFor(seed));
        if (people.size >= mostPeople) people.clear();
        people.set(seed, person);
      }
      return person;
    },
  };
}

function makePerson({ person, internet, number }: Faker): Person {
  const gender = person.sexType();
  const [first, last] = [person.firstName(gender), person.lastName(gender)];
  const [one, other] = [toAscii(first), toAscii(last)];
  const isWritable = one !== '' && other !== '';
  const users = [`${one}_${other}`, `${one.slice(0, 1)}${other}`, `${one}${number.int(99)}`];
  const strange = internet.username().toLowerCase();
  return {
    first,
    middle: person.middleName(gender),
    last,
    full: `${first} ${last}`,
    user: isWritable ? (users[number.int(2)] ?? '') : strange.replaceAll(/[^a-z\d]+/g, '_'),
    email: `${isWritable ? `${one}.${other}` : strange.replaceAll(/[^a-z\d]+/g, '.')}@example.com`,
    gender,
  };
}

/** The Latin letters of a name, in lower case: an email address has no others. */
function toAscii(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^a-z\d]/g, '');
}

const prepared = new Map<string, LocaleModule>();

/** Within Jest, `require` loads no ES modules: there the names of a language are loaded at the start. */
export async function prepareNames(locale: string): Promise<void> {
  if (process.env['JEST_WORKER_ID'] === undefined) return;
  prepared.set(locale, await import(`@faker-js/faker/locale/${locale}`));
}

function loadFaker(locale: string): Faker {
  const { faker: local }: LocaleModule =
    prepared.get(locale) ?? require(`@faker-js/faker/locale/${locale}`);
  const faker = new local.constructor({
    locale: local.rawDefinitions,
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
