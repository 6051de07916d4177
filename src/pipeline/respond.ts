import type { Contract } from '../contract/compile.ts';
import type { TracedChange } from '../store/worlds/world.ts';
import { readBody } from './read-body.ts';
import type { RefusalRules } from './checks/refuse.ts';
import { refuse } from './checks/refuse.ts';
import type { RequestRules } from './checks/validate-request.ts';
import { validateRequest } from './checks/validate-request.ts';
import type { OnBreach } from './checks/validate-response.ts';
import { validateResponse } from './checks/validate-response.ts';
import type { Guard } from './credentials/guard.ts';
import { authenticate } from './credentials/authenticate.ts';
import { authorize } from './credentials/authorize.ts';
import type {
  Authorized,
  Behavior,
  BodyContent,
  BodyRead,
  Commit,
  HoldReply,
  Outcome,
  Passage,
  Reached,
  Received,
  Reply,
  Routed,
  SlowBehavior,
  Validated,
} from './exchange.ts';
import { addContent } from './exchange.ts';
import type { Direct, Intervention, InterventionPlan } from './intervention.ts';
import { answerAtOnce, answerInstead, alterReply, leaveRefusal } from './intervene.ts';
import { route } from './route.ts';

/** What the road needs to serve requests: the contract, the behaviours and the rules. */
export interface Road extends RequestRules, RefusalRules {
  readonly contract: Contract;
  readonly guard: Guard;
  readonly behave: Behavior;
  /** Called before `behave`, which is not called where the promise brings an outcome. */
  readonly behaveSlowly?: SlowBehavior;
  readonly onBreach: OnBreach;
  /** Finds the interventions for a request. */
  readonly direct: Direct;
  /** Makes the change of an outcome, and tells which records it changed. */
  trace(this: void, change: Commit): TracedChange;
  /** When the state that requests can see now is durable; undefined where it already is. */
  durable(): Promise<void> | undefined;
  /** Called once for each request, with the records that it has tried to change. */
  readonly onEnd?: (request: Reached, changes: Passage['changes']) => void;
}

/**
 * The one road that every request takes: from here to `perform`. Every step refuses by an error,
 * which becomes a reply in `fail`. Returns a promise only where a step has to wait.
 */
export function respond(
  received: Received,
  road: Road,
  hold: HoldReply = holdNothing,
): Soon<Passage> {
  const way: Way = { reached: received, road, hold, plan: undefined, changes: undefined };
  try {
    const routed = route(received, road.contract);
    return goOn(road.direct(routed), way, routed, admit);
  } catch (error) {
    return fail(way, error);
  }
}

/** Who may send the request, and how often; then the body is read. */
function admit(way: Way, routed: Routed, plan: InterventionPlan | undefined): Soon<Passage> {
  const { road } = way;
  way.plan = plan;
  if (plan?.atOnce) return arrive(way, answerAtOnce(routed, plan.atOnce, way));
  const authenticated = authenticate(routed, road.guard, plan?.expire);
  plan?.limit(authenticated);
  const authorized = authorize(authenticated, road.guard);
  return goOn(readBody(authorized), way, authorized, match);
}

/** Matches the interventions against the body. */
function match(way: Way, authorized: Authorized, content: BodyContent | undefined): Soon<Passage> {
  addContent(authorized, content);
  return goOn(way.plan?.match(content?.value), way, authorized, validate);
}

function validate(way: Way, read: BodyRead): Soon<Passage> {
  const validated = validateRequest(read, way.road);
  return goOn(way.road.behaveSlowly?.(validated), way, validated, perform);
}

/** Runs behaviour, check and commit in one tick: no other request sees half a change. */
function perform(way: Way, request: Validated, early: Outcome | undefined): Soon<Passage> {
  const { road } = way;
  let intervention: Intervention | undefined;
  try {
    intervention = way.plan?.instead(request);
    const instead = intervention && answerInstead(request, intervention, way);
    if (instead) return finish(way, instead, road.durable());
    const outcome = early ?? road.behave(request);
    const usual = validateResponse(request, outcome, road.onBreach);
    const altered = intervention && alterReply(usual, request, intervention, way);
    // Before the commit: without memory for the reply, nothing changes.
    const reply = altered ? altered.reply : way.hold(usual);
    const hasEffect = altered?.hasEffect ?? true;
    return finish(way, reply, (hasEffect ? carryOut(way, outcome) : undefined) ?? road.durable());
  } catch (error) {
    const refusal = refuse(error, request, request.operation, road);
    const reply = intervention ? leaveRefusal(refusal, intervention) : refusal;
    // A refusal, too, may tell of a change that is not durable yet, such as a deletion.
    return finish(way, reply, road.durable());
  }
}

/** Only here, so that what happens by itself, such as by the clock, is no change of the request. */
function carryOut(way: Way, { commit }: Outcome): Promise<void> | undefined {
  if (!commit) return undefined;
  const { stored, changes } = way.road.trace(commit);
  way.changes = changes;
  way.tried = changes;
  return stored;
}

/** Waits until all that the reply tells is durable. */
function finish(way: Way, reply: Reply, settled: Promise<void> | undefined): Soon<Passage> {
  if (!settled) return arrive(way, reply);
  return settled.then(
    () => arrive(way, reply),
    (error: unknown) => {
      // The change was taken back.
      way.changes = undefined;
      return fail(way, error);
    },
  );
}

/** A request on the road. */
interface Way {
  readonly reached: Reached;
  readonly road: Road;
  readonly hold: HoldReply;
  plan: InterventionPlan | undefined;
  changes: Passage['changes'];
  /** Also where they were taken back: after a crash, what reached the disk may be there again. */
  tried?: Passage['changes'];
}

/** A value, or a promise where the server has to wait for it. */
type Soon<T> = T | Promise<T>;

/** Without a connection, no reply waits in memory for a client to read it. */
function holdNothing(reply: Reply): Reply {
  return reply;
}

/** Goes on with what a step gave: at once, or when it has come. */
function goOn<Step, Found>(
  found: Soon<Found>,
  way: Way,
  step: Step,
  next: (way: Way, step: Step, found: Found) => Soon<Passage>,
): Soon<Passage> {
  if (!(found instanceof Promise)) return next(way, step, found);
  return found.then((value) => next(way, step, value)).catch((error: unknown) => fail(way, error));
}

function fail(way: Way, error: unknown): Passage {
  const { reached, road } = way;
  return arrive(way, refuse(error, reached, reached.operation, road));
}

function arrive({ reached, road, plan, changes, tried }: Way, reply: Reply): Passage {
  road.onEnd?.(reached, tried);
  return { reached, reply: plan ? plan.finish(reply) : reply, changes };
}
