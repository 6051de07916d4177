import type { ValidateFunction } from 'ajv';

import type { Complaint } from '../../base/errors.ts';
import { messageOf } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import type { Documents, Part } from '../load/documents.ts';
import { skipReferences } from '../schema/schema-walk.ts';
import type { SchemaFault } from './fault-messages.ts';
import { toFaults } from './fault-messages.ts';
import type { TextPattern } from './patterns/safe-patterns.ts';
import { compilePattern } from './patterns/safe-patterns.ts';
import { createRun } from './runs.ts';
import type { SchemaLibrary } from './schema-library.ts';
import { createLibrary } from './schema-library.ts';
import type { UncheckedKeyword } from './unchecked.ts';

export type { SchemaFault } from './fault-messages.ts';

/** Finds all faults of a value; empty if there are none. */
export interface Check {
  (value: unknown): readonly SchemaFault[];
  /** Why the schema cannot be compiled, so that every value passes; undefined if it can. */
  readonly defect?: () => string | undefined;
  /**
   * What checks nothing: the pointer of the schema, or of keywords in its reach. Usually nothing.
   */
  readonly unchecked?: () => readonly string[];
}

/**
 * In which direction a value is sent: a request need not have read-only members, and a response
 * need not have write-only ones. A record at rest has to match all of its schema.
 */
export type BodyDirection = 'request' | 'response' | 'rest';

/** All checks of a contract's schemas. Only this folder knows that ajv makes them. */
export interface Validators {
  /** The check for a schema of the contract, compiled on first use. */
  check(schema: Part, direction: BodyDirection): Check;
  /** Whether the check finds no fault. This is much faster than finding the faults. */
  holds(schema: Part, direction: BodyDirection, value: unknown): boolean;
  /** The check for a schema that is not in the contract. */
  checkOwn(schema: JsonObject): Check;
  /** A pattern of the contract, as the checks use it. Throws if it cannot be used. */
  pattern(source: string): TextPattern;
  /** Compiles all checks that were handed out, and returns those that fail or leave something out. */
  compileAll(): readonly Complaint[];
  /** The same, a schema with each step. */
  compileInSteps(): Generator<undefined, readonly Complaint[]>;
  /** Returns the same, but compiles only the checks that may fail. */
  compileDoubtful(): readonly Complaint[];
  /** Reports each schema whose compiling fails in use, and each keyword that it leaves out, once. */
  onDefect(listener: (complaint: Complaint) => void): void;
}

const noFaults: readonly SchemaFault[] = [];

export function createValidators(documents: Documents): Validators {
  const library = createLibrary(documents);
  const units = new Map<string, Unit>();
  const unitFor = (part: Part): Unit => {
    const place = `${part.uri}#${part.pointer}`;
    const known = units.get(place);
    if (known) return known;
    const unit = createUnit(part, library);
    units.set(place, unit);
    return unit;
  };
  const { announce, judge, listen } = createAnnouncer(documents, library);
  const complainOfAll = (): readonly Complaint[] => [
    ...complainOfUnits(documents, units.values()),
    ...library.takeUnchecked().map((one) => complainOfKeyword(documents, one)),
  ];
  return {
    check(schema, direction) {
      const unit = unitFor(skipReferences(documents, schema));
      const known = unit.checks.get(direction);
      if (known) return known;
      const look = (value: unknown): readonly SchemaFault[] =>
        judge(unit, (validate) => findFaults(validate, value, direction)) ?? noFaults;
      const defect = (): string | undefined => {
        announce(unit);
        return unit.defect();
      };
      const unchecked = (): readonly string[] =>
        defect() === undefined ? library.uncheckedIn(unit.part) : [unit.part.pointer];
      const check = Object.assign(look, { defect, unchecked });
      unit.checks.set(direction, check);
      return check;
    },
    holds(schema, direction, value) {
      const unit = unitFor(skipReferences(documents, schema));
      return judge(unit, (validate) => isValid(validate, value, direction)) ?? true;
    },
    checkOwn(schema) {
      const validate = library.compileOwn(schema);
      return (value) => findFaults(validate, value, 'rest');
    },
    pattern: compilePattern,
    compileAll() {
      for (const unit of units.values()) unit.compile();
      return complainOfAll();
    },
    *compileInSteps() {
      for (const unit of units.values()) {
        unit.compile();
        yield;
      }
      return complainOfAll();
    },
    compileDoubtful: complainOfAll,
    onDefect: listen,
  };
}

type Listener = (complaint: Complaint) => void;

interface Announcer {
  readonly listen: (listener: Listener) => void;
  /** Reports what compiling a schema has found, if that was not reported yet. */
  readonly announce: (unit: Unit) => void;
  readonly judge: <T>(unit: Unit, how: (validate: ValidateFunction) => T) => T | undefined;
}

function createAnnouncer(documents: Documents, library: SchemaLibrary): Announcer {
  const listeners: Listener[] = [];
  const tell = (complaint: Complaint): void => {
    for (const listener of listeners) listener(complaint);
  };
  const tellUnchecked = (): void => {
    for (const one of library.takeUnchecked()) tell(complainOfKeyword(documents, one));
  };
  const announce = (unit: Unit): void => {
    tellUnchecked();
    if (unit.defect() === undefined || unit.isKnown) return;
    unit.isKnown = true;
    tell(complainOf(documents, unit));
  };
  const judge = <T>(unit: Unit, how: (validate: ValidateFunction) => T): T | undefined => {
    const verdict = unit.judge(how);
    if (verdict === undefined) announce(unit);
    else tellUnchecked();
    return verdict;
  };
  return { listen: (listener) => void listeners.push(listener), announce, judge };
}

/** A schema that is compiled on first use, and only once, even if that fails. */
interface Unit {
  readonly part: Part;
  /** The checks that were handed out. */
  readonly checks: Map<BodyDirection, Check>;
  /** Undefined if the schema cannot be compiled, or if the check throws for this value. */
  judge<T>(how: (validate: ValidateFunction) => T): T | undefined;
  compile(): void;
  /** Compiles only if it is in doubt whether that works. */
  defect(): string | undefined;
  /** Whether the reason is a reference that leads nowhere. */
  isLoose(): boolean;
  /** Whether its defect was reported. */
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
        // If a check fails for one value, it must still check all others.
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
    : messageOf(error).replace(wrongType, explainType);
}

/** What ajv says of a `type` that JSON Schema doesn't have. */
const wrongType = /^type must be JSONType or JSONType\[\]: (.*)$/;

function explainType(_: string, type: string): string {
  return `"type" is "${type}": ${suggestNames(type, jsonTypes)}`;
}

const jsonTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

function complainOfUnits(documents: Documents, units: Iterable<Unit>): readonly Complaint[] {
  return [...units].flatMap((unit) => {
    if (unit.isKnown || unit.defect() === undefined) return [];
    unit.isKnown = true;
    // A reference that leads nowhere has a complaint of its own, so the schema needs none.
    const isLoose = unit.isLoose() || hasLooseEnd(documents, unit.part);
    return isLoose && documents.looseEnds.length > 0 ? [] : [complainOf(documents, unit)];
  });
}

function complainOf(documents: Documents, unit: Unit): Complaint {
  return documents.complain(unit.part, `the schema can not be compiled: ${unit.defect()}`);
}

function complainOfKeyword(
  documents: Documents,
  { place, keyword, reason }: UncheckedKeyword,
): Complaint {
  return documents.complain(place, `the keyword "${keyword}" can not be checked: ${reason}`);
}

function hasLooseEnd({ looseEnds }: Documents, { uri, pointer }: Part): boolean {
  return looseEnds.some((end) => end.uri === uri && end.pointer.startsWith(`${pointer}/`));
}

function isValid(validate: ValidateFunction, value: unknown, direction: BodyDirection): boolean {
  try {
    return validate.call(createRun(value, direction), value);
  } catch (error) {
    // The check takes too many steps.
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
    // The first run only judges: errors cost more than verdicts, and a matching alternative drops
    // them.
    const run = createRun(value, direction, judging);
    validate.call(run, value);
    // A trust edge: the value came out of a parser.
    return toFaults(validate.errors ?? [], value as JsonValue, run.isCut);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = `can not be checked: it is nested ${depthOf(value)} levels deep, and that takes too many steps; what is nested less can be`;
    return [{ pointer: '', message, keyword: 'depth' }];
  }
}

/** How many levels of arrays and objects a value has. */
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
