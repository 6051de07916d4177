import type { Operation } from '../../contract/operations.ts';
import type { Received, Routed } from '../../pipeline/exchange.ts';
import type { Direct, InterventionPlan, Intervention } from '../../pipeline/intervention.ts';
import { namePathTexts } from '../../pipeline/route.ts';
import type { CredentialBook } from '../../store/credentials/book.ts';
import type { Matchable } from '../matching/matcher.ts';
import type { ActTurn } from './acts.ts';
import { toIntervention } from './acts.ts';
import { createDraw } from './draws.ts';
import { createExpiry } from './faults/expiry.ts';
import { readFaultHeader } from './faults/fault-header.ts';
import { createMeter } from './faults/rate-limits.ts';
import { findRenewed, mayRenew } from './faults/renewals.ts';
import type { NextTurn } from './matching-override.ts';
import { findMeant } from './matching-override.ts';
import type { HeldOverride, OverrideList } from './override-list.ts';
import { concerns, isIn, leftOf, tallyIn } from './override-list.ts';
import type { ActPart } from './parts.ts';
import { closeParts, openParts, takeOpen } from './parts.ts';

/** The parts of a world on which interventions depend. */
export interface DirectedWorld {
  readonly name: string;
  readonly seed: string;
  readonly clock: { now(): number };
  readonly credentials: CredentialBook;
}

export interface SharedInterventions extends Pick<
  OverrideList,
  'held' | 'buckets' | 'renewals' | 'hasExpiring' | 'renew'
> {
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
    const isRenewing = !isQuiet && mayRenew(routed.operation) && shared.hasExpiring(world.name);
    if (input === undefined && overrides.length === 0 && !isRenewing) return undefined;
    if (input !== undefined) assertAllowed(routed);
    const own = input === undefined ? undefined : readOwnFault(String(input), routed);
    return createDirection(routed, own, {
      world,
      overrides,
      shared,
      isRenewing,
    });
  };
}

const none: readonly never[] = [];

/** The header has only fixed values, so nothing is drawn. */
function readOwnFault(text: string, { operation }: Routed): ActTurn {
  const fault = readFaultHeader(text, operation);
  const act = { reply: undefined, fault };
  return { act, who: { by: 'header', id: '' }, draw: () => 0, giveBack };
}

function giveBack(): void {
  // Does nothing: the fault is for this request alone.
}

interface DirectionParts {
  readonly world: DirectedWorld;
  readonly overrides: readonly HeldOverride[];
  readonly shared: SharedInterventions;
  /** Whether the reply may have a new credential that matters. */
  readonly isRenewing: boolean;
}

/** The request's own fault goes before overrides, which decide about the rest. */
function createDirection(
  routed: Routed,
  own: ActTurn | undefined,
  cast: DirectionParts,
): InterventionPlan | Promise<InterventionPlan> {
  const asked = toMatchable(routed);
  const { world, overrides, shared, isRenewing } = cast;
  const { buckets, renewals, nextTurn } = shared;
  const begin = (meant: readonly HeldOverride[]): InterventionPlan => {
    const limits = meant.filter(({ limit }) => limit);
    const meter = limits.length === 0 ? undefined : createMeter(limits, world, buckets);
    const expiring = meant.filter(({ isExpiring }) => isExpiring);
    const expiry =
      expiring.length === 0 ? undefined : createExpiry(expiring, world, routed, renewals);
    const early = meant.filter(({ limit, isExpiring }) => !limit && !isExpiring);
    let late: readonly HeldOverride[] = none;
    const { operation } = routed;
    return {
      atOnce: own ? undefined : combine(early, world, operation, undefined),
      expire: expiry?.expire,
      limit: (authenticated) => meter?.count(authenticated),
      match(body) {
        const found = findMeant(overrides.filter(isLate), { ...asked, body }, nextTurn);
        if (found instanceof Promise) return found.then((held) => void (late = held));
        late = found;
        return undefined;
      },
      instead: () => combine(late, world, operation, own),
      finish(reply) {
        if (isRenewing) shared.renew(world.name, findRenewed(reply));
        const told = meter?.mark(reply) ?? reply;
        return expiry?.mark(told) ?? told;
      },
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
function isLate({ limit, isExpiring, isBeforeAuth }: HeldOverride): boolean {
  return !limit && !isExpiring && !isBeforeAuth;
}

/**
 * Each part of what happens is decided by the first of the matching overrides that applies and has
 * it; undefined: the usual happens.
 */
function combine(
  meant: readonly HeldOverride[],
  world: DirectedWorld,
  operation: Operation,
  own: ActTurn | undefined,
): Intervention | undefined {
  const open = openParts();
  if (own) closeParts(open, own.act);
  const turns = own ? [own] : [];
  for (const held of meant) {
    if (open.size === 0) break;
    const turn = play(held, world, open);
    if (turn) turns.push(turn);
  }
  const [first, ...others] = turns;
  return first && toIntervention([first, ...others], operation);
}

/**
 * Plays the open parts of one matching override, and closes them; undefined if it has none, if it
 * is used up, if chance decides against it, or if it passes.
 */
function play(held: HeldOverride, world: DirectedWorld, open: Set<ActPart>): ActTurn | undefined {
  const tally = tallyIn(held, world.name);
  if (leftOf(held, tally) === 0) return undefined;
  const act = held.acts[tally.hits % held.acts.length] ?? 'pass';
  const taken = act === 'pass' ? undefined : takeOpen(act, open);
  const isConcerned = act === 'pass' ? held.parts.some((part) => open.has(part)) : taken;
  if (!isConcerned) return undefined;
  const draw = createDraw(held.seed ?? world.seed, held.id, tally.matched);
  tally.matched += 1;
  if (held.probability < 1 && draw('whether') >= held.probability) return undefined;
  tally.hits += 1;
  if (!taken) {
    for (const part of held.parts) open.delete(part);
    return undefined;
  }
  closeParts(open, taken);
  const who = { by: taken.reply ? 'override' : 'fault', id: held.id } as const;
  return { act: taken, who, draw, giveBack: () => void (tally.hits -= 1) };
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
