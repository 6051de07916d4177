import type { ValidateFunction } from 'ajv';

import type { Complaint } from '../../base/errors.ts';
import { messageOf } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import type { SchemaFault } from './fault-messages.ts';
import { toFaults } from './fault-messages.ts';
import type { TextPattern } from './patterns/safe-patterns.ts';
import { compilePattern } from './patterns/safe-patterns.ts';
import type { SchemaLibrary } from './schema-library.ts';
import { createLibrary } from './schema-library.ts';
import type { CheckRun } from './verdicts.ts';

export type { SchemaFault } from './fault-messages.ts';

/** All that is wrong with a value; empty when nothing is. */
export interface Check {
  (value: unknown): readonly SchemaFault[];
  /** Why the schema can not be compiled, so that everything passes; undefined where it can. */
  readonly defect?: () => string | undefined;
  /** Where in the contract the schema stands. */
  readonly pointer?: string;
}

/**
 * Which way a value goes: what is read-only isn't required of a request, and what is write-only
 * isn't required of a response. A record at rest is held to all of its schema.
 */
export type BodyDirection = 'request' | 'response' | 'rest';

/** The home of the schema library: nothing else in the house knows which one it is. */
export interface Validators {
  /** The check for a schema that stands in the contract. Compiled on first use. */
  check(schema: Part, direction: BodyDirection): Check;
  /** Whether its check finds nothing, which is found out much faster than what it finds. */
  holds(schema: Part, direction: BodyDirection, value: unknown): boolean;
  /** The check for a schema of our own. */
  checkOwn(schema: JsonObject): Check;
  /** A pattern of the contract, as the checks understand it. Throws where it can't be used. */
  pattern(source: string): TextPattern;
  /** Compiles every check handed out so far, and says which can not be. */
  compileAll(): readonly Complaint[];
  /** Says the same of them, but compiles only those that could turn out so. */
  compileDoubtful(): readonly Complaint[];
  /** Tells, once for each, of the schemas that turn out in use not to compile. */
  onDefect(listener: (complaint: Complaint) => void): void;
}

const noFaults: readonly SchemaFault[] = [];

export function createValidators(documents: Documents): Validators {
  const library = createLibrary(documents);
  const units = new Map<string, Unit>();
  const listeners: ((complaint: Complaint) => void)[] = [];
  const unitFor = (part: Part): Unit => {
    const place = `${part.uri}#${part.pointer}`;
    const known = units.get(place);
    if (known) return known;
    const unit = createUnit(part, library);
    units.set(place, unit);
    return unit;
  };
  const announce = (unit: Unit): void => {
    if (unit.defect() === undefined || unit.isKnown) return;
    unit.isKnown = true;
    for (const listener of listeners) listener(complainOf(documents, unit));
  };
  return {
    check(schema, direction) {
      const unit = unitFor(withoutDetour(documents, schema));
      const known = unit.checks.get(direction);
      if (known) return known;
      const look = (value: unknown): readonly SchemaFault[] => {
        const faults = unit.judge((validate) => findFaults(validate, value, direction));
        if (faults) return faults;
        announce(unit);
        return noFaults;
      };
      const defect = (): string | undefined => {
        announce(unit);
        return unit.defect();
      };
      const check = Object.assign(look, { defect, pointer: unit.part.pointer });
      unit.checks.set(direction, check);
      return check;
    },
    holds(schema, direction, value) {
      const unit = unitFor(withoutDetour(documents, schema));
      const verdict = unit.judge((validate) => isValid(validate, value, direction));
      if (verdict === undefined) announce(unit);
      return verdict ?? true;
    },
    checkOwn(schema) {
      const validate = library.compileOwn(schema);
      return (value) => findFaults(validate, value, 'rest');
    },
    pattern: compilePattern,
    compileAll() {
      for (const unit of units.values()) unit.compile();
      return complainOfAll(documents, units.values());
    },
    compileDoubtful: () => complainOfAll(documents, units.values()),
    onDefect: (listener) => void listeners.push(listener),
  };
}

/** A schema that is compiled when it is first needed, and only once, also where that fails. */
interface Unit {
  readonly part: Part;
  /** Those that were handed out. */
  readonly checks: Map<BodyDirection, Check>;
  /** Undefined where the schema is of no use, or its check fails for this value. */
  judge<T>(how: (validate: ValidateFunction) => T): T | undefined;
  compile(): void;
  /** Compiles it only where it is in doubt. */
  defect(): string | undefined;
  /** Whether a reference that leads nowhere is the reason. */
  isLoose(): boolean;
  /** Whether its defect has been told. */
  isKnown: boolean;
}

function createUnit(part: Part, library: SchemaLibrary): Unit {
  let compiled: ValidateFunction | { readonly error: unknown } | undefined;
  let failure: unknown;
  const get = (): ValidateFunction | { readonly error: unknown } => {
    if (compiled) return compiled;
    try {
      compiled = library.compile(part);
    } catch (error) {
      compiled = { error };
    }
    return compiled;
  };
  const error = (): unknown => {
    if (!compiled && library.isSound(part)) return undefined;
    const found = get();
    return typeof found === 'function' ? failure : found.error;
  };
  return {
    part,
    checks: new Map(),
    judge(how) {
      const found = get();
      if (typeof found !== 'function') return undefined;
      try {
        return how(found);
      } catch (fault) {
        // What one value does to a check must not let all others pass.
        failure ??= fault;
        return undefined;
      }
    },
    compile: () => void get(),
    defect() {
      const fault = error();
      return fault === undefined ? undefined : reasonOf(fault);
    },
    isLoose: () => library.isLoose(error()),
    isKnown: false,
  };
}

function reasonOf(error: unknown): string {
  return error instanceof RangeError
    ? 'it is nested too deeply, or refers to itself without end'
    : messageOf(error);
}

function complainOfAll(documents: Documents, units: Iterable<Unit>): readonly Complaint[] {
  return [...units].flatMap((unit) => {
    if (unit.isKnown || unit.defect() === undefined) return [];
    unit.isKnown = true;
    // A loose end in it, or behind a reference of it, is complained of for itself.
    const isLoose = unit.isLoose() || hasLooseEnd(documents, unit.part);
    return isLoose && documents.looseEnds.length > 0 ? [] : [complainOf(documents, unit)];
  });
}

function complainOf(documents: Documents, unit: Unit): Complaint {
  return documents.complain(unit.part, `the schema can not be compiled: ${unit.defect()}`);
}

function hasLooseEnd({ looseEnds }: Documents, { uri, pointer }: Part): boolean {
  return looseEnds.some((end) => end.uri === uri && end.pointer.startsWith(`${pointer}/`));
}

/** A reference and nothing else is what it leads to: compiled once, and complained of there. */
function withoutDetour(documents: Documents, schema: Part): Part {
  const { value } = schema;
  const isDetour = isJsonObject(value) && '$ref' in value && Object.keys(value).length === 1;
  return isDetour ? (documents.follow(schema) ?? schema) : schema;
}

function isValid(validate: ValidateFunction, value: unknown, direction: BodyDirection): boolean {
  try {
    return validate.call(createRun(value, direction), value);
  } catch (error) {
    // It takes too many steps.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function findFaults(
  validate: ValidateFunction,
  value: unknown,
  direction: BodyDirection,
): readonly SchemaFault[] {
  const judging = createRun(value, direction);
  try {
    if (validate.call(judging, value)) return noFaults;
    // Errors cost more than verdicts, and those of alternatives are dropped where another one fits.
    const run = createRun(value, direction, judging);
    validate.call(run, value);
    // A trust edge: what was validated came out of a parser.
    return toFaults(validate.errors ?? [], value as JsonValue, run.isCut);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = `can not be checked: it is nested ${depthOf(value)} levels deep, and that takes too many steps; what is nested less can be`;
    return [{ pointer: '', message, keyword: 'depth' }];
  }
}

/** So many references any check may follow, and so many more for each value in what it checks. */
const fuel = 100_000;
const fuelForEach = 20;

/** What is looked at twice is looked at again soon. */
const trial = 32;
/** After it, small values may be looked at so often for each value in what is checked; they are counted when there is need. */
const looksForEach = 2;
const valuesAtOnce = 1000;

/** So many errors are looked at, those of alternatives that are not told among them. */
const mostErrors = 10_000;

/** A run that only judges, or that explains what another one has judged. */
function createRun(value: unknown, direction: BodyDirection, judged?: CheckRun): CheckRun {
  let isRefuelled = false;
  let count: ((enough: number) => number) | undefined;
  const run: CheckRun = {
    direction,
    fuel,
    refuel() {
      if (isRefuelled) throw new RangeError('the check has no end in sight');
      isRefuelled = true;
      run.fuel = createCount(value)(Infinity) * fuelForEach;
    },
    // A run that explains goes by what was remembered, and finds it more than once.
    trial: judged ? Infinity : trial,
    looks: 0,
    lookOn: () => (count ??= createCount(value))(valuesAtOnce) * looksForEach,
    part: undefined,
    lent: undefined,
    tells: judged !== undefined,
    explains: judged !== undefined,
    room: mostErrors,
    isCut: false,
    // The names that dynamic references lead to are found anew.
    verdicts: judged?.verdicts?.anchors === 0 ? judged.verdicts : undefined,
    identities: judged?.identities,
  };
  return run;
}

/** How many arrays and objects stand in each other. */
function depthOf(value: unknown): number {
  let depth = 0;
  let level: readonly unknown[] = [value];
  for (;;) {
    const holders = level.filter((one) => typeof one === 'object' && one !== null);
    if (holders.length === 0) return depth;
    depth += 1;
    level = holders.flatMap((one) => Object.values(one));
  }
}

/** Counts what is in a value, object by object, each time until it has found so much; 0: that was all. */
function createCount(value: unknown): (enough: number) => number {
  const rest = typeof value === 'object' && value !== null ? [value] : [];
  return (enough) => {
    let count = 0;
    for (let next = rest.pop(); next; next = count < enough ? rest.pop() : undefined) {
      count += 1;
      const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
      for (const below of members) {
        if (typeof below === 'object' && below !== null) rest.push(below);
        else count += 1;
      }
    }
    return count;
  };
}
