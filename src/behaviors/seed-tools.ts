import type { CompleteHeaders } from './replies/answer-headers.ts';
import { createHeaderCompletion } from './replies/answer-headers.ts';
import type { Generate } from './values/generate.ts';
import type { Improvised } from './improvise.ts';
import { keepImprovised } from './improvise.ts';
import type { Knowledge } from './contract-index.ts';
import type { MadeUpKeys } from './records/made-up-keys.ts';
import { createMadeUpKeys } from './records/made-up-keys.ts';
import { createMadeUpRecords } from './records/made-up-records.ts';
import type { PointMadeUp } from './records/pointed-records.ts';
import { createPointedRecords } from './records/pointed-records.ts';
import type { Recent } from '../base/recently-used.ts';
import type { PointReferences } from './records/references.ts';
import { createReferences } from './records/references.ts';
import type { Represent } from './replies/represent.ts';
import { createRepresentation } from './replies/represent.ts';

/**
 * What behaviours make values with: it depends on the contract and the seed, never on a world, and so
 * worlds of one seed share it with all that it remembers.
 */
export interface Craft {
  readonly knowledge: Knowledge;
  /** What generated values depend on. */
  readonly seed: string;
  readonly generate: Generate;
  /** The bodies that were made last where there is no state. */
  readonly improvised: Recent<Improvised>;
  readonly completeHeaders: CompleteHeaders;
  readonly represent: Represent;
  /** The keys of made-up records that are filed under just these parents. */
  readonly keysUnder: MadeUpKeys;
  readonly pointReferences: PointReferences;
  readonly pointMadeUp: PointMadeUp;
}

export function createCraft(knowledge: Knowledge, seed: string): Craft {
  const { contract, study, examplesOf, madeUpFormsOf } = knowledge;
  const generate = knowledge.generatorFor(seed);
  const keysUnder = createMadeUpKeys({ formsOf: madeUpFormsOf, generate, examplesOf });
  const make = createMadeUpRecords({ generate, examplesOf, keysOf: keysUnder });
  const pointReferences = createReferences(knowledge.references, seed);
  return {
    knowledge,
    seed,
    generate,
    improvised: keepImprovised(),
    completeHeaders: createHeaderCompletion(contract, generate),
    represent: createRepresentation({ validators: contract.validators, generate, study }),
    keysUnder,
    pointReferences,
    pointMadeUp: createPointedRecords(make, pointReferences),
  };
}
