import type { Contract } from './contract/compile.ts';
import type { Operation } from './contract/operations.ts';
import { createPattern } from './contract/safe-patterns.ts';
import type { RequestPorts } from './control/ports.ts';
import { ApiError } from './errors.ts';
import { createCircumstances } from './explaining.ts';
import { nearestNames } from './nearest.ts';
import type { MockOptions } from './mock-options.ts';
import type { Stage } from './stage.ts';
import type { World } from './store/world.ts';
import { readExpectation } from './traffic/expectations/expectation.ts';
import { verify } from './traffic/expectations/verify.ts';
import { explainNote } from './traffic/journal/explain.ts';
import { compileFilter } from './traffic/journal/filter.ts';
import type { Journal } from './traffic/journal/journal.ts';
import { createJournal } from './traffic/journal/journal.ts';
import type { Secrets } from './traffic/journal/secrets.ts';
import { findSecrets } from './traffic/journal/secrets.ts';

/** Asked for every time: a reload puts another in its place. */
type GetStage = () => Stage;

/** How many requests are kept where nobody says, and how many bytes they may take. */
const usual = { most: 1000, bytes: 16_777_216 } as const;

/** What is kept of the requests, and all that can be asked of it. */
export function openJournal(
  options: MockOptions,
  stage: GetStage,
): { readonly journal: Journal; readonly ports: RequestPorts } {
  const journal = createOwnJournal(options, stage);
  return { journal, ports: createRequestPorts(journal, stage, options) };
}

function createOwnJournal(
  { journal = usual.most, journalBytes = usual.bytes }: MockOptions,
  stage: GetStage,
): Journal {
  assertCount(journal, 'journal');
  assertCount(journalBytes, 'journalBytes');
  // Found out once for each contract, since it is asked for with each request.
  let contract: Contract | undefined;
  let found: Secrets | undefined;
  const secrets = (): Secrets => {
    const current = stage().blueprint.contract;
    if (!found || current !== contract) {
      contract = current;
      found = findSecrets(current.schemes.values());
    }
    return found;
  };
  const numbers = createNumbers();
  const findNumber = (name: string): number | undefined => {
    const world = stage().worlds.look(name)?.world;
    return world && numbers(world);
  };
  return createJournal({
    most: journal,
    bytes: journalBytes,
    secrets,
    findNumber,
    // One that was dropped meanwhile is known by no number.
    numberOf: (name) => findNumber(name) ?? -1,
  });
}

/** A number of its own for each world; nothing holds on to one for it. */
function createNumbers(): (world: World) => number {
  const numbers = new WeakMap<World, number>();
  let last = 0;
  return (world) => {
    const known = numbers.get(world);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(world, last);
    return last;
  };
}

function assertCount(value: number, name: string): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new TypeError(`the option "${name}" must be a whole number from 0, not ${value}`);
}

function createRequestPorts(
  journal: Journal,
  stage: GetStage,
  { stateless = false }: MockOptions,
): RequestPorts {
  const kept = (): Journal => {
    if (journal.isOn) return journal;
    const detail = 'No requests are kept: start without --journal 0.';
    throw new ApiError('journal-off', detail);
  };
  const circumstances = createCircumstances(stage, stateless);
  const operationOf = (id: string, place: 'query' | 'body'): Operation => {
    const { operations } = stage().blueprint.contract;
    const operation = operations.find((one) => one.id === id);
    if (operation) return operation;
    throw refuseOperation(
      id,
      place,
      operations.map((one) => one.id),
    );
  };
  return {
    journal: kept,
    compileFilter,
    explain(id) {
      const note = kept().look(id);
      return note && explainNote(note, circumstances);
    },
    verify(wish) {
      const expectation = readExpectation(wish, createPattern);
      const operation = operationOf(expectation.operation, 'body');
      return verify(expectation, kept(), { ...circumstances, operation });
    },
    assertOperation: (id, place) => void operationOf(id, place),
  };
}

function refuseOperation(id: string, place: 'query' | 'body', known: readonly string[]): ApiError {
  const near = nearestNames(id.slice(0, 100), known).map((name) => `"${name}"`);
  const message = `the contract has no operation "${id}"; nearest are ${near.join(', ')}`;
  return new ApiError('invalid-request', `${place} /operation: ${message}.`, {
    violations: [{ in: place, pointer: '/operation', message, keyword: 'enum' }],
  });
}
