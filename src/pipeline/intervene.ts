import type { ApiError } from '../base/errors.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { toHeaderText } from '../base/texts.ts';
import type { Media } from '../contract/bodies/bodies.ts';
import { chooseMedia } from '../contract/bodies/bodies.ts';
import type { Operation } from '../contract/operations.ts';
import { namePathTexts } from './checks/path-texts.ts';
import type { RefusalRules } from './checks/refuse.ts';
import { refuse } from './checks/refuse.ts';
import type { OnBreach } from './checks/validate-response.ts';
import { validateResponse } from './checks/validate-response.ts';
import { chooseAnswer } from './choose-answer.ts';
import { headerOf } from './credentials/credentials.ts';
import type {
  Authenticated,
  Behavior,
  ChosenResponse,
  Delivery,
  Forced,
  HoldReply,
  Outcome,
  Reply,
  ReplyHeaders,
  Routed,
  Validated,
} from './exchange.ts';
import { toValidated } from './widening.ts';

/** What somebody has asked to happen to a request instead of the usual. */
export interface Intervention {
  readonly by: Forced;
  /** What is answered; undefined: what the operation answers. */
  readonly answer: ForcedAnswer | undefined;
  /**
   * Whether what the operation does takes place. With an answer and without the effect nothing is done
   * at all; with both, the answer stands in the place of a success, and refusals stay what they are.
   */
  readonly hasEffect: boolean;
  readonly delivery: Delivery | undefined;
  /** It came to nothing, so that it is still to come. */
  giveBack(this: void): void;
}

/** An answer that the state has no say in. */
export interface ForcedAnswer {
  /** Undefined: that of a success. */
  readonly status: number | undefined;
  /** The name of an example of the contract. */
  readonly example: string | undefined;
  /** Undefined: an example of the contract, or what is made up for its schema. */
  readonly body: JsonValue | undefined;
  /** Besides those that the body brings with it; they go before these. */
  readonly headers: ReplyHeaders;
  /** The `Content-Length` that it is said to have; only of what is sent as it is. */
  readonly length?: number | undefined;
  /** Whether it is sent as it is, right or wrong. */
  readonly isBreach: boolean;
}

/** What is to happen to one request, step by step. */
export interface InterventionPlan {
  /** Before anybody is asked who they are. */
  readonly atOnce: Intervention | undefined;
  /** Whether the credential has been used too often; asked once it is known, and before its scopes. */
  limit(authenticated: Authenticated): ApiError | undefined;
  /**
   * Finds out for whom the request is meant, by its body too, before `instead` is asked; undefined: that
   * is done, as nearly always. It changes nothing, so that others may be served meanwhile.
   */
  match(body: JsonValue | undefined): Promise<void> | undefined;
  /** Once the request is known to be right. */
  instead(validated: Validated): Intervention | undefined;
  /** What there is to add to the reply, whichever it is. */
  finish(reply: Reply): Reply;
}

/** Finds what is to happen to a request; undefined, as nearly always: nothing but the usual. */
export type Direct = (routed: Routed) => InterventionPlan | Promise<InterventionPlan> | undefined;

/** The road, as far as somebody else's answers need it. */
export interface InterventionRules extends RefusalRules {
  readonly behave: Behavior;
  readonly onBreach: OnBreach;
  durable(): Promise<void> | undefined;
}

/** A reply, and when nothing that it tells can be lost any more; undefined: now. */
export interface Performed {
  readonly reply: Reply;
  readonly settled: Promise<void> | undefined;
}

/** Says who has meddled with a reply, and how, where it still has headers to say it in. */
const forcedHeader = 'X-Stuntdouble-Forced';

/** The answer to a request of which nothing was asked but where it goes. */
export function answerAtOnce(
  routed: Routed,
  intervention: Intervention,
  rules: InterventionRules,
  hold: HoldReply,
): Reply {
  const { answer = usualAnswer } = intervention;
  const make = (): Reply => forceAnswer(assumeValid(routed, answer), answer, intervention, rules);
  return force(routed, intervention, () => hold(make()), rules).reply;
}

/** What is done and answered where somebody has asked for something else than the usual. */
export function performOtherwise(
  request: Validated,
  intervention: Intervention,
  rules: InterventionRules,
  hold: HoldReply,
): Performed {
  const { answer, hasEffect, delivery } = intervention;
  const make = (wished: ForcedAnswer): Reply => forceAnswer(request, wished, intervention, rules);
  const other = (wished: ForcedAnswer): Forcing =>
    force(request, intervention, () => hold(make(wished)), rules);
  if (answer && !hasEffect) return { reply: other(answer).reply, settled: rules.durable() };
  try {
    const outcome = rules.behave(request);
    const usual = validateResponse(request, outcome, rules.onBreach);
    const asUsual = (): Forcing => ({ reply: mark(hold(usual), intervention), isSound: true });
    const { reply, isSound } = answer ? other(answer) : asUsual();
    const settled = hasEffect && isSound ? outcome.commit?.() : undefined;
    return { reply, settled: settled ?? rules.durable() };
  } catch (error) {
    // A refusal stays what it is. How it is sent is another matter.
    const refusal = refuse(error, request, request.operation, rules);
    if (!delivery) intervention.giveBack();
    const reply = delivery ? sendBy(refusal, delivery) : refusal;
    return { reply, settled: rules.durable() };
  }
}

/** An answer that was forced, and whether it is what was asked for. */
interface Forcing {
  readonly reply: Reply;
  readonly isSound: boolean;
}

/** Where that fails, it is the fault of whoever asked for it, and not of the operation. */
function force(
  routed: Routed,
  intervention: Intervention,
  make: () => Reply,
  rules: InterventionRules,
): Forcing {
  try {
    return { reply: mark(make(), intervention), isSound: true };
  } catch (error) {
    const refusal = refuse(error, routed, routed.operation, rules);
    return { reply: mark(refusal, intervention), isSound: false };
  }
}

/** A reply that somebody has made another one, and the header that says so. */
export function markForced(reply: Reply, forced: Forced): Reply {
  return { ...reply, headers: withForced(reply.headers, forced), forced };
}

/** Who has meddled with a reply, and how. */
export function describeForced({ by, id, what }: Forced): string {
  return `${id === '' ? by : `${by} ${id}`}: ${what}`;
}

/** What is only slow is still what the state and the contract have to say. */
function mark(reply: Reply, { by, answer, hasEffect, delivery }: Intervention): Reply {
  const sent = delivery ? { ...reply, delivery } : reply;
  const isWhole = delivery === undefined || delivery.end.kind === 'whole';
  if (answer || !hasEffect || !isWhole) return markForced(sent, by);
  return { ...sent, headers: withForced(reply.headers, by) };
}

/** A reply that is only sent in another way. */
function sendBy(reply: Reply, delivery: Delivery): Reply {
  const { by, end } = delivery;
  const sent = { ...reply, delivery };
  return end.kind === 'whole'
    ? { ...sent, headers: withForced(reply.headers, by) }
    : markForced(sent, by);
}

function withForced(headers: readonly string[], by: Forced): readonly string[] {
  return [...headers, forcedHeader, toHeaderText(describeForced(by))];
}

const usualAnswer: ForcedAnswer = {
  status: undefined,
  example: undefined,
  body: undefined,
  headers: {},
  isBreach: false,
};

const nothing: JsonObject = Object.freeze({});

/** What can be said of a request that nobody has looked at. */
function assumeValid(routed: Routed, answer: ForcedAnswer): Validated {
  const admission = { requirement: [], credentials: [] };
  const { operation, pathValues } = routed;
  const preferences = preferencesOf(answer);
  const choice = answer.isBreach ? anyChoice : chooseAnswer(routed, preferences);
  return toValidated(
    { ...routed, admissions: [admission], admission },
    {
      parameters: {
        path: namePathTexts(operation, pathValues),
        query: nothing,
        header: nothing,
        cookie: nothing,
      },
      body: undefined,
      media: choice.media,
      preferences,
      choice,
    },
  );
}

/** What is sent as it is, is chosen by nobody. */
const anyChoice: ChosenResponse = {
  status: 200,
  response: undefined,
  media: undefined,
  example: undefined,
};

function preferencesOf({ status, example }: ForcedAnswer): Validated['preferences'] {
  return { code: status, example, isDynamic: undefined, seed: undefined };
}

/** Held to the contract like any other, unless it is meant to break it. */
function forceAnswer(
  request: Validated,
  answer: ForcedAnswer,
  { by }: Intervention,
  rules: InterventionRules,
): Reply {
  const { operation } = request;
  if (answer.isBreach) return sendAsItIs(operation, answer);
  const preferences = preferencesOf(answer);
  const choice = chooseFor(request, answer.body, chooseAnswer(request, preferences));
  const asked = { ...request, preferences, choice, media: choice.media };
  const giver = by.id === '' ? 'X-Stuntdouble-Fault' : `the ${by.by} "${by.id}"`;
  const outcome = { ...makeOutcome(asked, answer, rules.behave), giver };
  return validateResponse(asked, outcome, rules.onBreach);
}

/** Of the types that are accepted, one that takes the body. */
function chooseFor(
  request: Routed,
  body: JsonValue | undefined,
  choice: ChosenResponse,
): ChosenResponse {
  const { response, media } = choice;
  if (body === undefined || !response || !media) return choice;
  const isAble = ({ renderer }: Media): boolean => renderer.render(body).faults.length === 0;
  if (isAble(media)) return choice;
  const able = chooseMedia(headerOf(request, 'accept'), response.media.filter(isAble));
  return able ? { ...choice, media: able, example: undefined } : choice;
}

/** Without a body of its own, it is what a request gets that prefers the same. */
function makeOutcome(asked: Validated, answer: ForcedAnswer, behave: Behavior): Outcome {
  const { body, headers } = answer;
  const { status, response } = asked.choice;
  if (body !== undefined && response?.headers.length === 0) return { status, body, headers };
  // Nothing that is preferred is looked up or written down.
  const preferences = { ...asked.preferences, code: status };
  const { commit: _, ...outcome } = behave({ ...asked, preferences });
  const { 'Preference-Applied': _applied, ...own } = outcome.headers ?? {};
  const all = overwriteHeaders(own, headers);
  return body === undefined ? { ...outcome, headers: all } : { status, body, headers: all };
}

/** Names count, however they are written. */
function overwriteHeaders(own: ReplyHeaders, others: ReplyHeaders): ReplyHeaders {
  const names = new Set(Object.keys(others).map((name) => name.toLowerCase()));
  const kept = Object.entries(own).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...others };
}

function sendAsItIs(operation: Operation, answer: ForcedAnswer): Reply {
  const { status = 200, body, headers, length } = answer;
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    status,
    headers: [
      ...(body === undefined || isNamed ? [] : ['Content-Type', type]),
      ...Object.entries(headers).flat(),
    ],
    body: body === undefined || isText ? body : JSON.stringify(body),
    length,
    verdict: { kind: 'served' },
    operation,
  };
}
