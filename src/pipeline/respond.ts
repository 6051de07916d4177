import { ApiError } from '../base/errors.ts';
import type { Contract } from '../contract/compile.ts';
import { readBody } from './bodies/read-body.ts';
import type { RefusalRules } from './checks/refuse.ts';
import { refuse } from './checks/refuse.ts';
import type { RequestRules } from './checks/validate-request.ts';
import { validateRequest } from './checks/validate-request.ts';
import type { OnBreach } from './checks/validate-response.ts';
import { validateResponse } from './checks/validate-response.ts';
import type { Guard } from './credentials/authenticate.ts';
import { authenticate } from './credentials/authenticate.ts';
import { authorize } from './credentials/authorize.ts';
import type {
  Authorized,
  Behavior,
  BodyContent,
  HoldReply,
  Passage,
  Reached,
  Received,
  Reply,
  Routed,
  SlowBehavior,
  Validated,
} from './exchange.ts';
import type { Direct, InterventionPlan, Performed } from './intervene.ts';
import { answerAtOnce, performOtherwise } from './intervene.ts';
import { route } from './route.ts';

/** What the road needs to serve requests: the contract, the behaviours and the rules. */
export interface Road extends RequestRules, RefusalRules {
  readonly contract: Contract;
  readonly guard: Guard;
  readonly behave: Behavior;
  /** Called before `behave`; where it returns a promise, `behave` is not called. */
  readonly behaveSlowly?: SlowBehavior;
  readonly onBreach: OnBreach;
  /** Finds the interventions for a request. */
  readonly direct: Direct;
  /** When the state that requests can see now is durable; undefined where it already is. */
  durable(): Promise<void> | undefined;
}

/**
 * The one road that every request takes. Returns a promise only where a step has to wait, such as
 * for the body or for the disk.
 */
export function respond(
  received: Received,
  road: Road,
  hold: HoldReply = holdNothing,
): Passage | Promise<Passage> {
  const underway = setOut(received, road, hold);
  try {
    const routed = (underway.routed = route(received, road.contract));
    const direction = road.direct(routed);
    if (!(direction instanceof Promise)) return proceed(underway, routed, direction);
    return direction
      .then((found) => proceed(underway, routed, found))
      .catch((error: unknown) => fail(underway, error));
  } catch (error) {
    return fail(underway, error);
  }
}

/** Runs the steps from authentication on, once the interventions are known. */
function proceed(
  underway: Underway,
  routed: Routed,
  direction: InterventionPlan | undefined,
): Passage | Promise<Passage> {
  const { road } = underway;
  underway.direction = direction;
  try {
    if (direction?.atOnce) {
      return arrive(underway, answerAtOnce(routed, direction.atOnce, road, underway.hold));
    }
    const authenticated = authenticate(routed, road.guard);
    if (authenticated instanceof ApiError) return fail(underway, authenticated);
    underway.authenticated = authenticated;
    const excess = direction?.limit(authenticated);
    if (excess) return fail(underway, excess);
    const authorized = authorize(authenticated, road.guard);
    if (authorized instanceof ApiError) return fail(underway, authorized);
    underway.authorized = authorized;
    const content = readBody(authorized);
    if (!(content instanceof Promise)) return settle(underway, authorized, content);
    return content
      .then((read) => settle(underway, authorized, read))
      .catch((error: unknown) => fail(underway, error));
  } catch (error) {
    return fail(underway, error);
  }
}

/** Without a connection, no reply waits in memory for a client to read it. */
function holdNothing(reply: Reply): Reply {
  return reply;
}

/** A request on the road: each step adds its result. */
type Underway = { -readonly [Step in keyof Reached]: Reached[Step] } & {
  readonly road: Road;
  readonly hold: HoldReply;
  direction: InterventionPlan | undefined;
};

function setOut(received: Received, road: Road, hold: HoldReply): Underway {
  return {
    road,
    hold,
    received,
    routed: undefined,
    direction: undefined,
    authenticated: undefined,
    authorized: undefined,
    content: undefined,
    validated: undefined,
  };
}

function arrive(reached: Underway, reply: Reply): Passage {
  const { direction } = reached;
  return { reached, reply: direction ? direction.finish(reply) : reply };
}

function fail(reached: Underway, error: unknown): Passage {
  return arrive(reached, refuse(error, reached.received, reached.routed?.operation, reached.road));
}

/** Matches the interventions against the body, then runs the remaining steps. */
function settle(
  underway: Underway,
  authorized: Authorized,
  content: BodyContent | undefined,
): Passage | Promise<Passage> {
  const matching = underway.direction?.match(content?.value);
  if (!matching) return conclude(underway, authorized, content);
  return matching
    .then(() => conclude(underway, authorized, content))
    .catch((error: unknown) => fail(underway, error));
}

/** Validates and performs the request. Only a slow behaviour or the disk can make it wait. */
function conclude(
  underway: Underway,
  authorized: Authorized,
  content: BodyContent | undefined,
): Passage | Promise<Passage> {
  underway.content = content;
  const validated = (underway.validated = validateRequest(authorized, content, underway.road));
  const slow = underway.road.behaveSlowly?.(validated);
  if (!slow) return finish(underway, validated, underway.road.behave);
  return slow
    .then((outcome) => finish(underway, validated, () => outcome))
    .catch((error: unknown) => fail(underway, error));
}

function finish(
  underway: Underway,
  validated: Validated,
  behave: Behavior,
): Passage | Promise<Passage> {
  const { reply, settled } = perform(validated, behave, underway);
  if (!settled) return arrive(underway, reply);
  return settled.then(
    () => arrive(underway, reply),
    (error: unknown) => fail(underway, error),
  );
}

/** Runs behaviour, check and commit in one tick: no other request sees half a change. */
function perform(
  request: Validated,
  behave: Behavior,
  { road, direction, hold }: Underway,
): Performed {
  try {
    const intervention = direction?.instead(request);
    if (intervention) return performOtherwise(request, intervention, road, hold);
    const outcome = behave(request);
    // Before the commit: without memory for the reply, nothing changes.
    const reply = hold(validateResponse(request, outcome, road.onBreach));
    return { reply, settled: outcome.commit?.() ?? road.durable() };
  } catch (error) {
    // A refusal, too, may tell of a change that is not durable yet, such as a deletion.
    const reply = refuse(error, request, request.operation, road);
    return { reply, settled: road.durable() };
  }
}
