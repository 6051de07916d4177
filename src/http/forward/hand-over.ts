import { randomUUID } from 'node:crypto';
import type { ClientRequest } from 'node:http';
// Not the global ones: a test may hold them.
import { clearTimeout, setTimeout } from 'node:timers';

import { ApiError, codeOf, messageOf } from '../../base/errors.ts';
import { once } from '../../base/once.ts';
import { isSafe } from '../access/access.ts';
import type { AskedRequest } from '../answer.ts';
import { onceOver } from '../connections/end-gently.ts';
import { reset } from '../replies/deliver.ts';
import { peerOf, setMark, setPeer } from '../requests/peer.ts';
import type { BodyWatch } from '../requests/body-limits.ts';
import type { Incoming } from '../requests/receive.ts';
import { frame } from './forwarded-headers.ts';
import { leave, passReply, sendBody } from './pass-reply.ts';
import type { Hop } from './replica-hop.ts';
import { passedHeaders, takeHop, writeHop } from './replica-hop.ts';
import { hearReplica, sayToReplica } from './replica-words.ts';

/** Where requests are answered now. `isStoreGone`: the store can't be asked for another place. */
export type AnsweringPlace =
  | { readonly kind: 'here' }
  | ({ readonly kind: 'there'; readonly isStoreGone: boolean } & Owner)
  | { readonly kind: 'nowhere'; readonly reason: string; readonly isStoreGone: boolean };

interface Owner {
  readonly url: string;
  readonly epoch: string;
}

export interface HandOverOptions {
  place(this: void): AnsweringPlace;
  /** Calls the listener when the place may be another one, until the returned function is called. */
  follow(this: void, listener: () => void): () => void;
  /** Called when the owner does not answer. */
  hurry(this: void): void;
  /** Why changes can not be stored here; undefined if they can. */
  findWriteProblem(this: void): Promise<string | undefined>;
  secret(this: void): string;
  /** Whether each replica answers this itself. */
  isOwn(this: void, request: Incoming): boolean;
  /** Called for each request that is answered here: the result is called when it is over. */
  count(this: void): () => void;
}

/** Answers a request here, or passes it on to the replica that is the owner. */
export type HandOver = (asked: AskedRequest, ways: Ways) => void;

interface Ways {
  here(this: void, asked: AskedRequest): void;
  refuse(this: void, error: ApiError): void;
  /** Counts a request that waits for others of its connection; undefined: there is no room for it. */
  holdAhead(this: void, asked: AskedRequest): (() => void) | undefined;
  readonly watchBody: BodyWatch['watch'];
}

/** To one owner; more requests wait. */
const mostSockets = 1024;
/** In milliseconds. Longer than a lease, so that the next owner can answer. */
const patience = 9000;
const longestConnect = 1500;

/**
 * The owner answers as if the client had asked it: it gets all headers, and hears in one more who the
 * client is. A body goes on its way when the owner asks for it, so until then nothing is lost.
 */
export function createHandOver(options: HandOverOptions): HandOver {
  const { place, secret, isOwn, count } = options;
  const { request: open, Agent } = process.getBuiltinModule('node:http');
  const agent = new Agent({ keepAlive: true, noDelay: true, maxSockets: mostSockets });
  const passOn = createPassing(options, (url, method, path, headers) =>
    open(new URL(url), { agent, method, path, headers, setHost: false }),
  );
  const answerHere = (asked: AskedRequest, { here }: Ways): void => {
    onceOver(asked.response, once(count()));
    here(asked);
  };
  return (asked, ways) => {
    const { request, response } = asked;
    const hop = takeHop(request, secret());
    if (hop?.isTrusted === true && hop.question) {
      void answerQuestion(response, hop, options);
      return;
    }
    const told = hop?.isTrusted === true ? tellClient(asked, hop) : asked;
    if (isOwn(request)) ways.here(told);
    // It does not know the present store: as soon as it does, it asks again.
    else if (hop?.isTrusted === false) sayToReplica(response, 'not-owner', hop.mark);
    else if (place().kind === 'here') answerHere(told, ways);
    // Only once: replicas that take each other for the owner would pass a request on for ever.
    else if (hop) sayToReplica(response, 'not-owner', hop.mark);
    else
      inOrder(
        asked,
        ways,
        () => void passOn(asked, { ...ways, here: (own) => answerHere(own, ways) }),
      );
  };
}

/** One that knows of no other owner may be it: a state that is being loaded is no reason to look elsewhere. */
async function answerQuestion(
  response: AskedRequest['response'],
  { mark, question }: Hop,
  { place, findWriteProblem }: HandOverOptions,
): Promise<void> {
  const now = place();
  if (now.kind === 'there') return sayToReplica(response, 'not-owner', mark);
  const problem =
    now.kind === 'here' && question === 'writes' ? await findWriteProblem() : undefined;
  sayToReplica(response, 'owner', mark, now.kind === 'nowhere' ? now.reason : problem);
}

/** The requests of one connection go on one after the other, as they are answered in one process. */
function inOrder(asked: AskedRequest, { holdAhead }: Ways, go: () => void): void {
  const { response } = asked;
  if (response.socket) return go();
  const letGo = holdAhead(asked);
  if (!letGo) return;
  onceOver(response, letGo);
  response.once('socket', () => {
    letGo();
    go();
  });
}

function tellClient(asked: AskedRequest, { isLocal, peer, mark }: Hop): AskedRequest {
  setMark(asked.request, mark);
  if (peer !== undefined) setPeer(asked.request, peer);
  return { ...asked, isLocal };
}

type Open = (
  url: string,
  method: string,
  path: string,
  headers: readonly string[],
) => ClientRequest;

/** `unsent`: nothing was done. `lost`: it may have been done, and no reply came. `unreadable`: the body is. */
type Outcome =
  | 'done'
  | { readonly kind: 'unsent' | 'lost'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly error: ApiError };

function createPassing(
  options: HandOverOptions,
  open: Open,
): (asked: AskedRequest, ways: Ways) => Promise<void> {
  const { place, hurry } = options;
  return async (asked, { here, refuse, watchBody }) => {
    const { request } = asked;
    const canRepeat = isSafe(request.method) && !hasBody(request);
    const passing: Passing = { ...asked, watchBody, present: undefined };
    onceOver(asked.response, () => passing.present?.destroy());
    const end = performance.now() + patience;
    let reason = '';
    while (!request.socket.destroyed) {
      const now = place();
      if (now.kind === 'here') return here(asked);
      if (now.kind === 'nowhere') {
        ({ reason } = now);
        if (now.isStoreGone) return refuse(refuseGone(reason));
      } else {
        const outcome = await ask(passing, now, { ...options, open });
        if (outcome === 'done') return;
        if (outcome.kind === 'unreadable') return refuse(outcome.error);
        ({ reason } = outcome);
        if (outcome.kind === 'lost' && !canRepeat) return refuse(refuseLost(reason));
        if (now.isStoreGone) return refuse(refuseGone(reason));
      }
      if (performance.now() > end) return refuse(refuseNow(reason));
      hurry();
      await untilChange(options, 200);
    }
  };
}

function untilChange({ follow }: HandOverOptions, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      unfollow();
      resolve();
    };
    const unfollow = follow(go);
    const timer = setTimeout(go, milliseconds);
  });
}

function hasBody({ headers }: Incoming): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

/** A request that is passed on, perhaps to several replicas, one after the other. */
interface Passing
  extends Pick<AskedRequest, 'request' | 'response' | 'isLocal'>, Pick<Ways, 'watchBody'> {
  /** The present try, which ends with the client's connection. */
  present: ClientRequest | undefined;
}

/** Asks the owner, and passes its reply on. */
function ask(
  passing: Passing,
  owner: Owner,
  { open, place, follow, secret }: HandOverOptions & { readonly open: Open },
): Promise<Outcome> {
  const { request, response, isLocal } = passing;
  const mark = randomUUID();
  const headers = [
    ...passedHeaders(request),
    // The owner would refuse a request of HTTP/1.0, which need not name a host.
    ...(request.headers.host === undefined ? ['Host', new URL(owner.url).host] : []),
    ...frame(request, undefined),
    ...(hasBody(request) ? ['Expect', '100-continue'] : []),
    ...writeHop(secret(), { isLocal, peer: peerOf(request), mark }),
  ];
  const path = (request.baseUrl ?? '') + (request.url ?? '/');
  return new Promise((resolve) => {
    const outgoing = open(owner.url, request.method ?? 'GET', path, headers);
    passing.present = outgoing;
    let isConnected = false;
    const settle = (outcome: Outcome): void => {
      clearTimeout(limit);
      unfollow();
      resolve(outcome);
    };
    const limit = setTimeout(() => {
      if (!isConnected) outgoing.destroy(new Error('it takes no connection'));
    }, longestConnect);
    const unfollow = follow(() => {
      const now = place();
      if (now.kind === 'here' || (now.kind === 'there' && now.url !== owner.url))
        outgoing.destroy(new Error('another replica has taken over'));
    });
    outgoing.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => void (isConnected = true));
      else isConnected = true;
    });
    outgoing.on('continue', () => {
      // A client of HTTP/1.0 knows no interim replies.
      if (request.headers.expect !== undefined && request.httpVersionMinor > 0)
        response.writeContinue();
      sendBody(passing, outgoing);
    });
    outgoing.on('response', (reply) => {
      const word = hearReplica(reply, mark);
      if (word === undefined) passReply(reply, outgoing, { request, response });
      else leave(outgoing, reply);
      if (word === 'reset') void reset(request.socket);
      settle(word === 'not-owner' ? { kind: 'unsent', reason: describeFormer(owner) } : 'done');
    });
    outgoing.on('error', (error) => {
      if (error instanceof ApiError) return settle({ kind: 'unreadable', error });
      const reason = `${owner.url} does not answer: ${codeOf(error) ?? messageOf(error)}`;
      settle({ kind: isConnected ? 'lost' : 'unsent', reason });
    });
    // Node would write the headers as UTF-8 for `flushHeaders`, but they contain bytes.
    if (hasBody(request)) outgoing.write(new Uint8Array());
    else outgoing.end();
  });
}

function describeFormer({ url }: Owner): string {
  return `${url} is not the owner any more`;
}

function refuseGone(reason: string): ApiError {
  const detail = `This replica knows of no owner, and can not ask the store for one: ${reason}. Nothing was changed.`;
  return new ApiError('store-unreachable', detail, { headers: { 'Retry-After': '1' } });
}

function refuseNow(reason: string): ApiError {
  const detail = `No replica answers: ${reason}. Nothing was changed. Each has to be reachable at its --replica-url.`;
  return new ApiError('no-owner', detail, { headers: { 'Retry-After': '1' } });
}

/** Without Retry-After: a client that sends it again may make the change twice. */
function refuseLost(reason: string): ApiError {
  const detail = `The replica that had the request gave no reply: ${reason}. The change may have been made, once: look before you send it again.`;
  return new ApiError('no-owner', detail);
}
