import type { Violation } from '../../base/errors.ts';
import { ApiError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown } from '../../base/json.ts';
import type { Imagine, Rewriting } from '../../store/edits/rewriting.ts';
import type { Credential } from '../../store/credentials/credential.ts';
import type { CredentialRules } from '../../store/credentials/credentials.ts';
import { createBook } from '../../store/credentials/book.ts';
import { findTwin, readCredential } from '../../store/credentials/credentials.ts';
import { complain } from '../../store/edits/rewrite.ts';
import type { State } from '../../store/state/state.ts';
import type { ClockSetting } from '../../store/worlds/clock.ts';
import { readClockInput } from '../../store/worlds/clock.ts';
import type { OverrideDocument } from '../../traffic/documents.ts';
import type { Override, OverrideRules } from '../../traffic/interventions/read-override.ts';
import { readOverride } from '../../traffic/interventions/read-override.ts';
import { findViolations } from '../control/grammar.ts';
import { applyRecords, openTrial } from './apply-records.ts';
import type { ScenarioDocument } from './scenario-document.ts';

/** A scenario that was held to the contract and the fixtures. */
export interface CompiledScenario {
  readonly document: ScenarioDocument;
  readonly credentials: readonly Credential[];
  readonly overrides: readonly ScenarioOverride[];
  readonly seed: string | undefined;
  readonly clock: ClockSetting | undefined;
  /** The state that a world of this seed begins with: generated values depend on it. */
  stateFor(seed: string): State;
}

export interface ScenarioOverride {
  readonly id: string;
  readonly input: OverrideDocument;
  readonly override: Override;
}

/** What a scenario is held to. */
export interface ScenarioRules {
  readonly base: State;
  readonly seed: string;
  readonly rewriting: Rewriting;
  readonly imagine: Imagine;
  readonly credentialRules: CredentialRules;
  readonly overrideRules: OverrideRules;
}

/** Holds a document to its schema, the contract and the fixtures; returns all that is wrong. */
export function compileScenario(
  root: JsonValue,
  rules: ScenarioRules,
): { readonly scenario: CompiledScenario; readonly faults: readonly Violation[] } {
  const faults: Violation[] = [...findViolations('ScenarioDocument', root)];
  const document = readSound(root, faults);
  const { seed } = document;
  const credentials = readCredentials(document, rules, faults);
  const overrides = readOverrides(document, rules, faults);
  const clock = attempt('/clock', faults, () =>
    document.clock ? readClockInput(document.clock, Date.now()) : undefined,
  );
  const states = new Map<string, State>();
  const make = (chosen: string): State => {
    const { state, faults: found } = makeState(document, chosen, rules);
    for (const fault of found) faults.push(fault);
    return state;
  };
  const usual = seed ?? rules.seed;
  states.set(usual, make(usual));
  const stateFor = (chosen: string): State => states.get(chosen) ?? make(chosen);
  return { scenario: { document, credentials, overrides, seed, clock, stateFor }, faults };
}

/** A trust edge: the members without a fault have been checked by the schema. */
function readSound(root: JsonValue, faults: readonly Violation[]): ScenarioDocument {
  if (!isJsonObject(root)) return {};
  const isSound = (pointer: string): boolean =>
    !faults.some((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`));
  const keepSound = (members: JsonObject, pointer: string): JsonObject =>
    Object.fromEntries(
      Object.entries(members).filter(([name]) => isSound(stepDown(pointer, name))),
    );
  // What is wrong with the records of one collection says nothing of the others.
  const parted = Object.entries(root).map(([name, value]) => {
    const isByCollection = recordParts.has(name) && isJsonObject(value);
    return [name, isByCollection ? keepSound(value, stepDown('', name)) : value] as const;
  });
  return Object.fromEntries(
    parted.filter(([name]) => recordParts.has(name) || isSound(stepDown('', name))),
  );
}

const recordParts: ReadonlySet<string> = new Set(['remove', 'add', 'change', 'replace']);

function makeState(
  document: ScenarioDocument,
  seed: string,
  { base, rewriting }: ScenarioRules,
): { readonly state: State; readonly faults: readonly Violation[] } {
  const { add, change, remove, replace } = document;
  if (!add && !change && !remove && !replace) return { state: base, faults: [] };
  const world = openTrial(base, seed);
  const faults = applyRecords(document, world, rewriting);
  return { state: world.save(), faults };
}

function readCredentials(
  { credentials: entries = [] }: ScenarioDocument,
  { credentialRules }: ScenarioRules,
  faults: Violation[],
): readonly Credential[] {
  const book = createBook([]);
  for (const [index, entry] of entries.entries()) {
    const pointer = stepDown('/credentials', index);
    const { credential, faults: found } = readCredential(entry, credentialRules);
    for (const fault of found) faults.push(complain(pointer + fault.pointer, fault.message));
    if (found.length > 0) continue;
    const twin = findTwin(book, credential, credentialRules);
    if (twin) {
      faults.push(complain(`${pointer}/value`, 'an earlier credential has the same value'));
    }
    book.mint(credential);
  }
  return book.entries;
}

/** Faults come last, so that they are tried first. */
function readOverrides(
  { overrides = [], faults: broken = [] }: ScenarioDocument,
  { overrideRules }: ScenarioRules,
  faults: Violation[],
): readonly ScenarioOverride[] {
  const placed = [...placeAll('overrides', overrides), ...placeAll('faults', broken)];
  const taken = new Set(placed.flatMap(({ input }) => input.id ?? []));
  const used = new Set<string>();
  let number = 0;
  const findFreeId = (): string => {
    do number += 1;
    while (taken.has(`scenario-${number}`));
    return `scenario-${number}`;
  };
  return placed.flatMap(({ input, pointer, isFault }) => {
    const id = input.id ?? findFreeId();
    if (used.has(id))
      faults.push(complain(`${pointer}/id`, `an earlier override has the id "${id}"`));
    used.add(id);
    if (input.world !== undefined) {
      const message = 'is the world that begins with the scenario: leave it out';
      faults.push(complain(`${pointer}/world`, message));
    }
    const other = isFault ? notInFaults.find((name) => input[name] !== undefined) : undefined;
    if (other !== undefined) {
      faults.push(complain(`${pointer}/${other}`, 'is no fault: put it into "overrides"'));
    }
    const override = attempt(pointer, faults, () => readOverride(input, overrideRules));
    return override ? [{ id, input: { ...input, id }, override }] : [];
  });
}

const notInFaults = ['reply', 'sequence'] as const;

function placeAll(
  member: 'overrides' | 'faults',
  inputs: readonly OverrideDocument[],
): readonly {
  readonly input: OverrideDocument;
  readonly pointer: string;
  readonly isFault: boolean;
}[] {
  return inputs.map((input, index) => {
    return { input, pointer: stepDown(`/${member}`, index), isFault: member === 'faults' };
  });
}

function attempt<T>(pointer: string, faults: Violation[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    for (const one of error.violations) faults.push({ ...one, pointer: pointer + one.pointer });
    return undefined;
  }
}

/** The texts that a scenario lets clients in with, also where the scenario has faults. */
export function listSecrets(root: JsonValue): readonly { readonly value: string }[] {
  const entries = isJsonObject(root) ? root['credentials'] : undefined;
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: JsonValue) => {
    const value: JsonValue | undefined = isJsonObject(entry) ? entry['value'] : '';
    return typeof value === 'string' && value !== '' ? [{ value }] : [];
  });
}
