import type { JsonObject, JsonValue } from '../base/json.ts';
import { toHeaderText } from '../base/texts.ts';
import type { Media } from '../contract/bodies/bodies.ts';
import { chooseMedia } from '../contract/bodies/bodies.ts';
import type { Operation } from '../contract/operations.ts';
import type { RefusalRules } from './checks/refuse.ts';
import { refuse } from './checks/refuse.ts';
import type { OnBreach } from './checks/validate-response.ts';
import { validateResponse } from './checks/validate-response.ts';
import { chooseAnswer } from './choose-answer.ts';
import type {
  Behavior,
  ChosenResponse,
  Delivery,
  Forced,
  HoldReply,
  Outcome,
  Preferences,
  Reply,
  Routed,
  Validated,
} from './exchange.ts';
import { headerOf } from './exchange.ts';
import type { ForcedAnswer, Intervention } from './intervention.ts';
import { isPatchable, overwriteHeaders, patchReply } from './patch-reply.ts';
import { namePathTexts } from './route.ts';

/** The parts of the road that interventions need, and where replies wait. */
export interface InterventionRules {
  readonly road: RefusalRules & { readonly behave: Behavior; readonly onBreach: OnBreach };
  readonly hold: HoldReply;
}

/** Says what changed a reply, and how, where the reply still has headers. */
const forcedHeader = 'X-Stuntdouble-Forced';

/** Answers a request before any check: only its operation is known. */
export function answerAtOnce(
  routed: Routed,
  intervention: Intervention,
  rules: InterventionRules,
): Reply {
  const { answer = usualAnswer } = intervention;
  const make = (): Reply => forceAnswer(assumeValid(routed, answer), answer, intervention, rules);
  return force(routed, intervention, make, rules).reply;
}

/** The reply in place of the operation; undefined where the operation runs. */
export function answerInstead(
  request: Validated,
  intervention: Intervention,
  rules: InterventionRules,
): Reply | undefined {
  const { answer, hasEffect } = intervention;
  if (!answer || answer.patch !== undefined || hasEffect) return undefined;
  const make = (): Reply => forceAnswer(request, answer, intervention, rules);
  return force(request, intervention, make, rules).reply;
}

/** Changes the reply of an operation that succeeded, and decides whether it takes effect. */
export function alterReply(
  usual: Reply,
  request: Validated,
  intervention: Intervention,
  rules: InterventionRules,
): Altered {
  const { answer, hasEffect } = intervention;
  if (!answer) return { reply: mark(rules.hold(usual), intervention), hasEffect };
  const { patch, headers } = answer;
  if (patch === undefined) {
    return force(
      request,
      intervention,
      () => forceAnswer(request, answer, intervention, rules),
      rules,
    );
  }
  if (!isPatchable(usual)) {
    return { reply: leaveRefusal(rules.hold(usual), intervention), hasEffect: true };
  }
  const change = { patch, headers, giver: giverOf(intervention) };
  const make = (): Reply => rules.hold(patchReply(usual, request, change, rules.road.onBreach));
  return force(request, intervention, make, rules);
}

/** An intervention does not change a refusal, but its delivery still applies. */
export function leaveRefusal(refusal: Reply, { delivery, giveBack }: Intervention): Reply {
  giveBack();
  return delivery ? sendBy(refusal, delivery) : refusal;
}

/** A changed reply, and whether the operation takes effect. */
interface Altered {
  readonly reply: Reply;
  readonly hasEffect: boolean;
}

/** If the answer fails, the refusal counts as forced: the operation is not at fault. */
function force(
  routed: Routed,
  intervention: Intervention,
  make: () => Reply,
  { road }: InterventionRules,
): Altered {
  try {
    return { reply: mark(make(), intervention), hasEffect: intervention.hasEffect };
  } catch (error) {
    const refusal = refuse(error, routed, routed.operation, road);
    return { reply: mark(refusal, intervention), hasEffect: false };
  }
}

/** Marks a reply as forced, also in its headers. */
export function markForced(reply: Reply, forced: Forced): Reply {
  return { ...reply, headers: withForced(reply.headers, forced), forced };
}

/** Says what changed a reply, and how. */
export function describeForced({ also = [], ...first }: Forced): string {
  return [first, ...also]
    .map(({ by, id, what }) => `${id === '' ? by : `${by} ${id}`}: ${what}`)
    .join('; ');
}

/** A delayed reply is not a forced one: coverage counts it. */
function mark(reply: Reply, { by, answer, hasEffect, delivery }: Intervention): Reply {
  const sent = delivery ? { ...reply, delivery } : reply;
  const isWhole = delivery === undefined || delivery.end.kind === 'whole';
  if (answer || !hasEffect || !isWhole) return markForced(sent, by);
  return { ...sent, headers: withForced(reply.headers, by) };
}

/** Applies a delivery to a reply, which is forced only if it is not sent whole. */
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

/** The request as it is known before any check: with the parameters of its path only. */
function assumeValid(routed: Routed, answer: ForcedAnswer): Validated {
  const admission = { requirement: [], credentials: [] };
  const preferences = preferencesOf(answer);
  const choice = answer.isBreach ? anyChoice : chooseAnswer(routed, preferences);
  const path = namePathTexts(routed.operation, routed.pathValues);
  return {
    ...routed,
    admissions: [admission],
    admission,
    content: undefined,
    parameters: { path, query: nothing, header: nothing, cookie: nothing },
    body: undefined,
    media: choice.media,
    preferences,
    choice,
  };
}

/** A placeholder: an answer that is sent unchecked needs no declared response. */
const anyChoice: ChosenResponse = {
  status: 200,
  response: undefined,
  media: undefined,
  example: undefined,
};

function preferencesOf({ status, example }: ForcedAnswer): Preferences {
  return { code: status, example, isDynamic: undefined, seed: undefined };
}

/** Checks the answer like any other reply, unless it is meant to break the contract. */
function forceAnswer(
  request: Validated,
  answer: ForcedAnswer,
  intervention: Intervention,
  { road, hold }: InterventionRules,
): Reply {
  if (answer.isBreach) return hold(sendAsItIs(request.operation, answer));
  const preferences = preferencesOf(answer);
  const choice = chooseFor(request, answer.body, chooseAnswer(request, preferences));
  const asked = { ...request, preferences, choice, media: choice.media };
  const giver = giverOf(intervention);
  const outcome = { ...makeOutcome(asked, answer, giver, road.behave), giver };
  return hold(validateResponse(asked, outcome, road.onBreach));
}

/** What asked for an answer, in words for messages. */
function giverOf({ by }: Intervention): string {
  return by.id === '' ? 'X-Stuntdouble-Fault' : `the ${by.by} "${by.id}"`;
}

/** Chooses an accepted media type that can hold the body. */
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

/** Without a body in the answer, the behaviour makes one, as for the same preferences. */
function makeOutcome(
  asked: Validated,
  answer: ForcedAnswer,
  asker: string,
  behave: Behavior,
): Outcome {
  const { body, headers } = answer;
  const { status, response } = asked.choice;
  if (body !== undefined && response?.headers.length === 0) return { status, body, headers };
  // With preferences, the behaviour improvises and does not touch the state.
  const { commit: _, ...outcome } = behave({
    ...asked,
    preferences: { ...preferencesOf(answer), code: status, asker },
  });
  const { 'Preference-Applied': _applied, ...own } = outcome.headers ?? {};
  const all = overwriteHeaders(own, headers);
  return body === undefined ? { ...outcome, headers: all } : { status, body, headers: all };
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
