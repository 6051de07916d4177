import type { Operation } from '../../contract/operations.ts';
import type { Received, Routed } from '../../pipeline/exchange.ts';
import type { Direct, InterventionPlan, Intervention } from '../../pipeline/intervene.ts';
import { namePathTexts } from '../../pipeline/route.ts';
import type { Matchable } from '../matching/matcher.ts';
import { toIntervention } from './acts.ts';
import { createDraw } from './draws.ts';
import type { Buckets } from './faults/buckets.ts';
import { readFaultHeader } from './faults/fault-header.ts';
import { createMeter } from './faults/rate-limits.ts';
import type { NextTurn } from './matching-override.ts';
import { findMeant } from './matching-override.ts';
import type { HeldOverride } from './override-list.ts';
import { concerns, isIn, leftOf, tallyIn } from './override-list.ts';

/** The parts of a world on which interventions depend. */
export interface DirectedWorld {
  readonly name: string;
  readonly seed: string;
  readonly clock: { now(): number };
}

export interface SharedInterventions {
  /** In the order in which they are tried; a new list after every change. */
  held(this: void): readonly HeldOverride[];
  readonly buckets: Buckets;
  readonly nextTurn: NextTurn;
  readonly requestFaults: RequestFaults;
}

/** Whether requests may ask for faults in their own header. */
export interface RequestFaults {
  /** If false, the server ignores the header. */
  readonly isOn: boolean;
  /** Throws if this request may not ask for a fault. */
  assertAllowed(this: void, request: Received): void;
}

const faultHeader = 'x-stuntdouble-fault';

/** Returns a function that finds the overrides and faults for each request in a world. */
export function createDirect(world: DirectedWorld, shared: SharedInterventions): Direct {
  const { isOn, assertAllowed } = shared.requestFaults;
  let listed: readonly HeldOverride[] = [];
  let byOperation = new Map<Operation, readonly HeldOverride[]>();
  const concerned = (operation: Operation): readonly HeldOverride[] => {
    const all = shared.held();
    if (all !== listed) {
      listed = all;
      byOperation = new Map();
    }
    const known = byOperation.get(operation);
    if (known) return known;
    const found = all.filter((held) => isIn(held, world.name) && concerns(held, operation));
    byOperation.set(operation, found);
    return found;
  };
  return (routed) => {
    const input = isOn ? routed.headers[faultHeader] : undefined;
    const isQuiet = shared.held().length === 0;
    if (input === undefined && isQuiet) return undefined;
    const overrides = isQuiet ? none : concerned(routed.operation);
    if (input === undefined && overrides.length === 0) return undefined;
    if (input !== undefined) assertAllowed(routed);
    const own = input === undefined ? undefined : readOwnFault(String(input), routed);
    return createDirection(routed, own, {
      world,
      overrides,
      buckets: shared.buckets,
      nextTurn: shared.nextTurn,
    });
  };
}

const none: readonly never[] = [];

/** The header has only fixed values, so nothing is drawn. */
function readOwnFault(text: string, { operation }: Routed): Intervention {
  const fault = readFaultHeader(text, operation);
  const who = { by: 'header', id: '' } as const;
  return toIntervention({ reply: undefined, fault }, operation, who, { draw: () => 0, giveBack });
}

function giveBack(): void {
  // Does nothing: the fault is for this request alone.
}

interface DirectionParts {
  readonly world: DirectedWorld;
  readonly overrides: readonly HeldOverride[];
  readonly buckets: Buckets;
  readonly nextTurn: NextTurn;
}

/** The request's own fault takes precedence over overrides. */
function createDirection(
  routed: Routed,
  own: Intervention | undefined,
  cast: DirectionParts,
): InterventionPlan | Promise<InterventionPlan> {
  const asked = toMatchable(routed);
  const { overrides, nextTurn } = cast;
  const begin = (meant: readonly HeldOverride[]): InterventionPlan => {
    const { world, buckets } = cast;
    const limits = meant.filter(({ limit }) => limit);
    const meter = limits.length === 0 ? undefined : createMeter(limits, world, buckets);
    const early = meant.filter(({ limit }) => !limit);
    let late: readonly HeldOverride[] = none;
    return {
      atOnce: own ? undefined : choose(early, world, routed.operation),
      limit: (authenticated) => meter?.count(authenticated),
      match(body) {
        if (own) return undefined;
        const found = findMeant(overrides.filter(isLate), { ...asked, body }, nextTurn);
        if (found instanceof Promise) return found.then((held) => void (late = held));
        late = found;
        return undefined;
      },
      instead: () => own ?? choose(late, world, routed.operation),
      finish: (reply) => meter?.mark(reply) ?? reply,
    };
  };
  const meant = findMeant(
    overrides.filter((held) => !isLate(held)),
    asked,
    nextTurn,
  );
  return meant instanceof Promise ? meant.then(begin) : begin(meant);
}

/** Whether it applies only after the request has passed validation. */
function isLate({ limit, isBeforeAuth }: HeldOverride): boolean {
  return !limit && !isBeforeAuth;
}

/** Plays the first of the matching overrides that applies; undefined: the usual happens. */
function choose(
  meant: readonly HeldOverride[],
  world: DirectedWorld,
  operation: Operation,
): Intervention | undefined {
  for (const held of meant) {
    const chosen = play(held, world, operation);
    if (chosen !== undefined) return chosen === 'pass' ? undefined : chosen;
  }
  return undefined;
}

/** Plays one matching override; undefined if it is used up, or chance decides against it. */
function play(
  held: HeldOverride,
  world: DirectedWorld,
  operation: Operation,
): Intervention | 'pass' | undefined {
  const tally = tallyIn(held, world.name);
  if (leftOf(held, tally) === 0) return undefined;
  const draw = createDraw(held.seed ?? world.seed, held.id, tally.matched);
  tally.matched += 1;
  if (held.probability < 1 && draw('whether') >= held.probability) return undefined;
  const act = held.acts[tally.hits % held.acts.length] ?? 'pass';
  tally.hits += 1;
  if (act === 'pass') return 'pass';
  const by = act.reply ? 'override' : 'fault';
  const turn = { draw, giveBack: (): void => void (tally.hits -= 1) };
  return toIntervention(act, operation, { by, id: held.id }, turn);
}

function toMatchable({ operation, pathValues, query, headers }: Routed): Matchable {
  const { parameters } = operation;
  return {
    path: namePathTexts(operation, pathValues),
    query,
    headers,
    body: undefined,
    parameters,
  };
}
