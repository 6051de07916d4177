import { ApiError } from '../../base/errors.ts';
import { freezeJson } from '../../base/json.ts';
import type { Operation } from '../../contract/operations.ts';
import type { ChosenResponse, Outcome, Validated } from '../../pipeline/exchange.ts';
import type { RecordChange } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { WorldContext } from '../world-context.ts';
import { describeThrown, refuseHandler } from './failures.ts';
import { createHandlerRecords } from './handled-records.ts';
import type { HandlerOutcome, HandlerRequest, OperationHandler, UsualOutcome } from './handler.ts';
import type { ReadOutcome } from './reading-outcome.ts';
import { readOutcome } from './reading-outcome.ts';
import { compressWrites, findConflict, toReplay } from './writes.ts';

export interface HandlingRules {
  readonly handlers: ReadonlyMap<Operation, OperationHandler>;
  /** Where they come from, for messages. */
  readonly source: string;
  /** A copy of a world, which no other request sees. */
  fork(this: void, world: World): World;
  /** The declared response of a status; undefined where there is none. */
  choose(this: void, request: Validated, status: number): ChosenResponse | undefined;
}

/** What the dispatcher gives to the handlers of its worlds. */
export interface HandlingParts {
  readonly tools: SeedTools;
  /** The usual; without a context, a reply by the contract alone. */
  perform(this: void, request: Validated, context: WorldContext | undefined): Outcome;
  open(this: void, world: World, now: () => number): WorldContext;
}

/** Undefined where no handler is meant. */
export type HandleRequest = (
  request: Validated,
  context: WorldContext | undefined,
) => Outcome | undefined;

export type CreateHandling = (parts: HandlingParts) => HandleRequest;

/** A request that asks for a certain reply (`Prefer`) gets it without a look at handlers, too. */
export function createHandling(rules: HandlingRules): CreateHandling {
  return (parts) => (request, context) => {
    const handler = rules.handlers.get(request.operation);
    if (!handler || request.preferences) return undefined;
    return answer({ ...rules, ...parts, request, context }, handler);
  };
}

interface Handling extends HandlingRules, HandlingParts {
  readonly request: Validated;
  /** Undefined where no state is kept. */
  readonly context: WorldContext | undefined;
}

function answer(handling: Handling, handler: OperationHandler): Outcome {
  const { request, tools } = handling;
  const view = createView(handling);
  const given = call(handling, view, () =>
    handler({
      request: describeRequest(handling),
      records: createHandlerRecords({
        tools,
        operation: request.operation,
        context: () => view.copy(),
        note: view.note,
      }),
      get usual() {
        return view.usual().shown;
      },
      now: new Date(view.now()),
    }),
  );
  const outcome = readOutcome(given, failingAs(handling));
  const usual = outcome.effect === 'kept' ? view.usual() : undefined;
  const isRefused = usual?.refusal && outcome.refusal === usual.shown.refusal;
  if (isRefused && outcome.body === undefined) throw usual.refusal;
  const reply = makeReply(handling, outcome, usual);
  return withWrites(handling, reply, usual?.outcome, compressWrites(view.writes));
}

/** A world as a handler sees it: with what the usual does once that is known, and its own writes. */
interface View {
  readonly now: () => number;
  readonly writes: RecordChange[];
  usual(): Usual;
  copy(): WorldContext;
  note(this: void, changes: readonly RecordChange[]): void;
  /** Whether the error comes from the usual itself, and not from the handler. */
  isOfUsual(error: unknown): boolean;
}

interface Usual {
  readonly shown: UsualOutcome;
  /** Undefined where the state refuses the request. */
  readonly outcome: Outcome | undefined;
  readonly refusal: ApiError | undefined;
}

function createView(handling: Handling): View {
  const { request, context, perform, fork, open } = handling;
  // Both times at which the usual is worked out are the same moment.
  const at = context?.now() ?? Date.now();
  const now = (): number => at;
  const still = context && { ...context, now };
  const writes: RecordChange[] = [];
  let usual: Usual | undefined;
  let copy: WorldContext | undefined;
  let broken: unknown;
  const applyUsual = (found: Usual, to: WorldContext): void => {
    if (found.outcome?.commit) void perform(request, to).commit?.();
  };
  return {
    now,
    writes,
    usual() {
      if (usual) return usual;
      try {
        usual = findUsual(() => perform(request, still));
      } catch (error) {
        broken = error;
        throw error;
      }
      if (copy) applyUsual(usual, copy);
      return usual;
    },
    copy() {
      if (copy) return copy;
      if (!context) throw new Error('there are no records: the server keeps no state (stateless)');
      copy = open(fork(context.world), now);
      if (usual) applyUsual(usual, copy);
      return copy;
    },
    note: (changes) => void writes.push(...changes),
    isOfUsual: (error) => error !== undefined && error === broken,
  };
}

function findUsual(perform: () => Outcome): Usual {
  try {
    const outcome = perform();
    const { status, headers = {}, body = outcome.item?.body } = outcome;
    const shown: UsualOutcome = {
      status,
      headers: Object.freeze({ ...headers }),
      body: body === undefined ? undefined : freezeJson(body),
      effect: 'kept',
      refusal: undefined,
    };
    return { shown: Object.freeze(shown), outcome, refusal: undefined };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message: detail, status, headers } = error;
    const refusal = Object.freeze({ code, detail });
    const shown = { status, headers, body: undefined, effect: 'kept', refusal } as const;
    return { shown: Object.freeze(shown), outcome: undefined, refusal: error };
  }
}

function call(handling: Handling, view: View, run: () => HandlerOutcome): unknown {
  try {
    return run();
  } catch (error) {
    if (view.isOfUsual(error)) throw error;
    throw refuseHandler(nameOf(handling), describeThrown(error), error);
  }
}

function nameOf({ request, source }: Handling): { operation: string; source: string } {
  return { operation: request.operation.id, source };
}

function failingAs(handling: Handling): (why: string, cause?: unknown) => ApiError {
  return (why, cause) => refuseHandler(nameOf(handling), why, cause);
}

/** What the contract declares and the handler leaves out is made as for an override. */
function makeReply(
  { request, source, choose, perform }: Handling,
  { status, headers, body }: ReadOutcome,
  usual: Usual | undefined,
): Outcome {
  const own = usual?.outcome;
  if (own && body === usual.shown.body && status === own.status) {
    const { commit: _commit, ...plain } = own;
    return headers === usual.shown.headers ? plain : { ...plain, headers: headers ?? {} };
  }
  const choice = choose(request, status);
  const preferences = { code: status, example: undefined, isDynamic: undefined, seed: undefined };
  const { commit: _, ...made } = choice
    ? perform({ ...request, preferences, choice, media: choice.media }, undefined)
    : { status };
  const { 'Preference-Applied': _applied, ...others } = made.headers ?? {};
  const all = { ...others, ...headers };
  const giver = `the handler of ${request.operation.id} (${source})`;
  const told = { status, headers: all, giver, origin: 'handler' } as const;
  return body === undefined ? { ...made, ...told } : { ...told, body };
}

/** The usual takes effect first, if it is kept; then what the handler wrote, in the same tick. */
function withWrites(
  handling: Handling,
  reply: Outcome,
  kept: Outcome | undefined,
  writes: readonly RecordChange[],
): Outcome {
  const world = handling.context?.world;
  if (!world || writes.length === 0)
    return kept?.commit ? { ...reply, commit: kept.commit } : reply;
  const conflict = kept ? undefined : findConflict(world, writes);
  if (conflict) {
    const why = `changed the record "${conflict.key}" of ${conflict.collection}, which the usual outcome makes or changes, and leaves that outcome out: keep its effect (effect: 'kept'), or don't read usual`;
    throw refuseHandler(nameOf(handling), why);
  }
  return {
    ...reply,
    isLasting: false,
    commit() {
      const own = kept?.commit?.();
      return world.commit(toReplay(world, writes)) ?? own;
    },
  };
}

function describeRequest({ request, context }: Handling): HandlerRequest {
  const { operation, method, path, parameters, headers, body, admission } = request;
  return {
    operation: operation.id,
    method,
    path,
    parameters: {
      path: Object.freeze({ ...parameters.path }),
      query: freezeJson({ ...parameters.query }),
      header: freezeJson({ ...parameters.header }),
      cookie: freezeJson({ ...parameters.cookie }),
    },
    headers: Object.freeze({ ...headers }),
    body: body === undefined ? undefined : freezeJson(body),
    credentials: admission.credentials.map(({ name }) => name),
    world: context?.world.name ?? request.world ?? 'default',
  };
}
