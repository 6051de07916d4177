import { once, onceFor } from '../base/once.ts';
import { createRecentlyUsed } from '../base/recently-used.ts';
import type { Contract } from '../contract/compile.ts';
import type { Operation } from '../contract/operations.ts';
import type { Stateful, StatefulRole } from '../contract/plan/plan.ts';
import type { RefusalFiller } from '../pipeline/checks/refusal-shape.ts';
import type { Behavior, Outcome, Validated } from '../pipeline/exchange.ts';
import type { Item } from '../store/record.ts';
import type { World } from '../store/worlds/world.ts';
import type { IndexSetting } from './contract-index.ts';
import { indexContract } from './contract-index.ts';
import { createImprovisation, tellGone } from './improvise.ts';
import type { SessionCheck } from './accounts/accounts.ts';
import { createLogOut, createSessionCheck, withAccount } from './accounts/accounts.ts';
import { createLogInRecord } from './accounts/log-in-record.ts';
import { createLogIn } from './accounts/log-in.ts';
import { withSelf } from './accounts/self.ts';
import type { CreateHandling, HandlingParts } from './handlers/handling.ts';
import { withFiles } from './files/stored-files.ts';
import { createAction } from './operations/action.ts';
import { createBulk } from './operations/bulk.ts';
import { createCopy } from './operations/copy.ts';
import { createCreate } from './operations/create.ts';
import { createLink } from './operations/link.ts';
import { createMembers } from './operations/members.ts';
import { createManyLinks } from './operations/many-links.ts';
import { createCount, createList } from './operations/list.ts';
import { createMerge } from './operations/merge.ts';
import { withOutcomeLists } from './operations/outcome-lists.ts';
import { createReplace } from './operations/replace.ts';
import { createWholeList } from './operations/whole-list.ts';
import { createWords } from './operations/words.ts';
import { findRecord, hasKey, requireRecord } from './records/addressing.ts';
import { withOtherNames } from './records/other-names.ts';
import type { ExistingRecords } from './records/existing-records.ts';
import { createExistingRecords, findShown } from './records/existing-records.ts';
import { noHeaders } from './replies/answer-headers.ts';
import { withChosenMembers } from './replies/chosen-members.ts';
import type { TellFailure } from './replies/asked-failures.ts';
import { createFailureTeller } from './replies/asked-failures.ts';
import { createRefusalFiller } from './replies/refusal-filler.ts';
import { createShow } from './replies/show.ts';
import type { SeedTools } from './seed-tools.ts';
import type { MadeUpSetting } from './seed-tools.ts';
import { createSeedTools } from './seed-tools.ts';
import { withTransitions } from './transitions/request-transitions.ts';
import { createWaiting } from './transitions/waiting.ts';
import type { OperationAct, CreateAct, Waiting, WorldContext } from './world-context.ts';
import { openWorldContext } from './world-context.ts';
import { withConditions, withIdempotency } from './writing/conditions.ts';

/** The behaviours of one contract's operations, for any number of worlds. */
export interface Dispatcher {
  /** The behaviour in one world. It is cheap to make: its tools are made on first use. */
  play(setting: DispatchSetting): Behavior;
  refusalFiller(seed: string): RefusalFiller;
  /** Makes happen what is due in a world without a request. */
  settle(world: World, now: () => number): void;
  /** Whether a credential is a token that a log-in gave; undefined: it is none. */
  sessionsIn(world: World): SessionCheck;
  /** The record that a read would show, stored or generated; undefined where it does not exist. */
  imagine(world: World, place: RecordPlace): Item | undefined;
  /** The same, where a list, a reference or an example shows it: a read does so for any key. */
  findShown(world: World, place: RecordPlace): Item | undefined;
  /** The records that requests find in a world. */
  existingIn(world: World): ExistingRecords;
}

export interface RecordPlace extends Pick<Item, 'key' | 'parents'> {
  readonly collection: string;
}

export interface DispatchSetting {
  /** Undefined: no state is read, and each reply is an example or generated. */
  readonly world: World | undefined;
  readonly seed: string;
  /** The world's clock, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** How many seeds keep their tools; a world that runs holds on to its own in any case. */
const mostSeeds = 64;

export interface DispatcherSetting extends MadeUpSetting, IndexSetting {
  /** Handlers in JavaScript, which decide before the usual does. */
  readonly handling?: CreateHandling | undefined;
}

export function createDispatcher(contract: Contract, setting: DispatcherSetting): Dispatcher {
  const contractIndex = once(() => indexContract(contract, setting));
  const casts = createRecentlyUsed<DispatchTools>(mostSeeds, () => 0);
  const castFor = (seed: string): DispatchTools => {
    const cast = casts.get(seed) ?? createCast(createSeedTools(contractIndex(), seed, setting));
    casts.set(seed, cast);
    return cast;
  };
  const existingIn = onceFor((world: World) =>
    createExistingRecords(castFor(world.seed).tools, world),
  );
  return {
    play({ world, seed, now }) {
      const { tools, performerOf } = castFor(seed);
      const context = world && openContext(tools, world, now);
      const perform: Performer = (request, where) => {
        const outcome = performerOf(request.operation)(request, where);
        return addHeaders(tools, request, outcome);
      };
      const open: HandlingParts['open'] = (copy, at) => openContext(tools, copy, at);
      const handle = setting.handling?.({ tools, perform, open });
      return (request) => {
        const waiting = context?.waiting;
        waiting?.settle();
        const complete = handle?.(request, context) ?? perform(request, context);
        return waiting ? markAfter(complete, waiting) : complete;
      };
    },
    refusalFiller: (seed) => castFor(seed).refusalFiller,
    settle(world, now) {
      if (contract.transitions.every(({ cause }) => cause.kind === 'request')) return;
      openContext(castFor(world.seed).tools, world, now).waiting?.settle();
    },
    sessionsIn(world) {
      const people = contract.collections.filter(({ logIns }) => logIns !== undefined);
      if (people.length === 0) return () => undefined;
      const existing = once(() => createExistingRecords(castFor(world.seed).tools, world));
      return createSessionCheck(world, people, (collection, key) => {
        const parents = collection.parents.map(() => undefined);
        return existing().find(collection, key, parents) !== undefined;
      });
    },
    imagine(world, { collection: name, key, parents }) {
      const collection = contractIndex().collectionNamed(name);
      return collection && existingIn(world).find(collection, key, parents);
    },
    findShown(world, { collection: name, key, parents }) {
      const collection = contractIndex().collectionNamed(name);
      return collection && findShown(existingIn(world), collection, key, parents);
    },
    existingIn,
  };
}

function openContext(tools: SeedTools, world: World, now: () => number): WorldContext {
  const context = openWorldContext(tools, world, now);
  return { ...context, waiting: createWaiting(tools, context) };
}

/** Records begin to wait in the same moment in which a request changes them. */
function markAfter(outcome: Outcome, waiting: Waiting): Outcome {
  const { commit } = outcome;
  if (!commit) return outcome;
  return {
    ...outcome,
    commit() {
      const stored = commit();
      const marked = waiting.mark();
      return stored && marked ? stored.then(() => marked) : (stored ?? marked);
    },
  };
}

interface DispatchTools {
  readonly tools: SeedTools;
  readonly performerOf: (operation: Operation) => Performer;
  readonly refusalFiller: RefusalFiller;
}

type Performer = (request: Validated, context: WorldContext | undefined) => Outcome;

function createCast(tools: SeedTools): DispatchTools {
  const { contractIndex, generate, completeHeaders } = tools;
  const refusalFiller = createRefusalFiller(contractIndex.contract, generate, completeHeaders);
  const tellFailure = createFailureTeller(refusalFiller);
  return {
    tools,
    performerOf: onceFor((operation) => createPerformer(tools, operation, tellFailure)),
    refusalFiller,
  };
}

/** A request that asks for a certain reply (`Prefer`) gets it without a look at the state. */
function createPerformer(
  tools: SeedTools,
  operation: Operation,
  tellFailure: TellFailure,
): Performer {
  const target = findTarget(tools.contractIndex.contract, operation);
  const keyMember = target?.key === undefined ? undefined : target.collection.key?.[0];
  const { ignoresExamples } = tools.contractIndex;
  const improvise = createImprovisation({ ...tools, tellFailure, ignoresExamples }, keyMember);
  const act = target && createAct(tools, operation, target, improvise);
  return (request, context) =>
    act && context && !request.preferences ? act(request, context) : improvise(request);
}

/** A declared HEAD has no role of its own: it needs the record that the GET of its path reads. */
function findTarget({ targets, operations }: Contract, operation: Operation): Stateful | undefined {
  const own = targets.get(operation);
  if (own && own.role !== 'improvised') return own;
  if (operation.method !== 'HEAD') return undefined;
  const twin = operations.find(({ method, path }) => method === 'GET' && path === operation.path);
  const other = twin && targets.get(twin);
  return other?.role === 'read' ? { ...other, role: 'action', shown: undefined } : undefined;
}

const createRead: CreateAct = (target, tools, improvise) => {
  const show = createShow(target, tools, improvise);
  return (request, context) => {
    const { existing } = context;
    const item = findRecord(existing, target, request);
    // Until the records are known, one may have the value that the path names.
    const isOpen = target.alias !== undefined && !existing.isKnown(target.collection);
    if (!item && isOpen && !existing.refusalOf(target.collection)) return improvise(request);
    const found = item ?? requireRecord(existing, target, request);
    const poll = context.waiting?.poll(target.collection, found);
    if (!poll) return show(request, found, context);
    const outcome = show(request, poll.item, context);
    return { ...outcome, commit: () => context.world.commit(poll.changes) };
  };
};

/** Deletes a record and everything under it. The reply may still show the record. */
const createDelete: CreateAct = (target, tools, improvise) => {
  const show = createShow(target, tools, improvise);
  return (request, context) => {
    const { existing, world } = context;
    const item = requireRecord(existing, target, request);
    const { record: _, ...outcome } = show(request, item, context);
    const commit = (): ReturnType<typeof world.commit> =>
      world.commit(existing.removal(target.collection, [item]));
    return { ...tellGone(outcome, request), commit };
  };
};

const creators: Readonly<Partial<Record<StatefulRole, CreateAct>>> = {
  read: createRead,
  list: createList,
  replace: createReplace,
  merge: createMerge,
  delete: createDelete,
  create: createCreate,
  link: createLink,
  action: createAction,
  'log-in': createLogIn,
  count: createCount,
  'log-out': createLogOut,
};

function creatorFor(target: Stateful): CreateAct | undefined {
  if (target.links) return createManyLinks;
  if (target.members) return createMembers;
  if (target.isCopy) return createCopy;
  if (target.isWholeList) return createWholeList;
  if (target.role === 'create' && target.account?.kind === 'log-in') return createLogInRecord;
  if (target.bulk) return createBulk;
  return target.words ? createWords : creators[target.role];
}

function createAct(
  tools: SeedTools,
  operation: Operation,
  target: Stateful,
  improvise: Behavior,
): OperationAct | undefined {
  const create = creatorFor(target);
  if (!create) return undefined;
  const own = withTransitions(create(target, tools, improvise), target, operation, tools);
  const plain = withAccount(withOutcomeLists(own, target, tools), target);
  const filed = withFiles(plain, target, tools, improvise);
  const act = withIdempotency(withConditions(filed, target, operation, tools), operation);
  const named = withSelf(withOtherNames(act, target), target, tools);
  const called = target.isCall ? withoutKey(named, target, improvise) : named;
  return withChosenMembers(called, target, tools);
}

/** A call that may leave out its key says by other members which record it means: nothing is known of these. */
function withoutKey(act: OperationAct, target: Stateful, improvise: Behavior): OperationAct {
  return (request, context) =>
    hasKey(request, target) ? act(request, context) : improvise(request);
}

type HeaderTools = Pick<SeedTools, 'completeHeaders' | 'contractIndex'>;

function addHeaders(tools: HeaderTools, request: Validated, outcome: Outcome): Outcome {
  const { choice, preferences } = request;
  if (!choice.response || choice.status !== outcome.status) return outcome;
  const { isDynamic = tools.contractIndex.ignoresExamples, seed } = preferences ?? {};
  const manner = isDynamic || seed !== undefined ? { isDynamic, seed } : undefined;
  const own = outcome.headers ?? noHeaders;
  const headers = tools.completeHeaders(choice.response, own, manner);
  const { spare } = outcome;
  if (!spare) return headers === outcome.headers ? outcome : { ...outcome, headers };
  return { ...outcome, headers, spare: () => addHeaders(tools, request, spare()) };
}
