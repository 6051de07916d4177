import { setTimeout as wait } from 'node:timers/promises';

import type { Case, Step } from './case.ts';
import { sendDeafly } from './deaf-client.ts';
import type { Response } from './exchange.ts';
import { basePathOf, send } from './exchange.ts';
import { compare, isSame } from './expectation.ts';
import { given } from './given.ts';
import type { Json } from './json.ts';
import { isObject } from './json.ts';
import { findOperation, judge } from './judge.ts';
import type { Referee } from './referee.ts';
import type { Rules } from './rules.ts';
import type { Place, Stage } from './stage.ts';
import type { Tally } from './tally.ts';
import { describeExchange } from './transcript.ts';

/** Plays one case, step by step; throws at the first step that goes wrong. */
export async function play(
  { place: name = 'default', steps, compare: compareReplies }: Case,
  stage: Stage,
  rules: Rules,
  tally: Tally,
): Promise<void> {
  const place = await stage.enter(name);
  const replies: Response[] = [];
  for (const asked of steps(given)) {
    const step = leadTo(place, asked);
    const referee = step.direct === undefined ? stage.referee : undefined;
    const before = await place.readState?.();
    const response = await exchange(step, place, referee);
    const own = referee?.readOwnAnswer(response);
    if (own !== undefined) throw new Error(describe(step, referee, response, [own]));
    const complaints = [
      ...compare(step.expect, response),
      ...judge(step.request, response, basePathOf(place.url), rules),
      ...(referee ? weighVerdict(step, referee, response) : []),
      ...(await compareStates(step, before, response, place)),
    ];
    if (complaints.length > 0) throw new Error(describe(step, referee, response, complaints));
    const operation = findOperation(step.request, rules);
    // A reply without its body is not seen whole.
    if (operation && step.request.method !== 'HEAD') tally.add(operation.id, response.status);
    replies.push(response);
  }
  const complaints = compareReplies?.(replies) ?? [];
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}

function leadTo({ headers }: Place, step: Step): Step {
  const { request } = step;
  return { ...step, request: { ...request, headers: { ...request.headers, ...headers } } };
}

async function exchange(step: Step, place: Place, referee: Referee | undefined): Promise<Response> {
  const dead = referee?.obituary();
  if (dead !== undefined) throw new Error(dead);
  try {
    const isDeaf = step.request.delivery === 'deaf';
    return await (isDeaf ? sendDeafly : send)(referee?.url ?? place.url, step.request);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // A connection breaks a moment before the end of the process behind it is known.
    if (referee) await wait(100);
    const complaints = [reason, ...[referee?.obituary() ?? []].flat()];
    throw new Error(describe(step, referee, undefined, complaints), { cause: error });
  }
}

/** The referee must find nothing in the reply, and in the request what the case says, if anything. */
function weighVerdict(step: Step, referee: Referee, response: Response): readonly string[] {
  const verdict = referee.readVerdict(response);
  return [
    ...verdict.response.map((violation) => `the referee: ${violation}`),
    ...(step.objection === undefined
      ? verdict.request.map((violation) => `the referee objects to the request: ${violation}`)
      : []),
    ...(step.objection !== undefined && verdict.request.length === 0
      ? [`the referee finds nothing wrong with the request, though: ${step.objection}`]
      : []),
  ];
}

/** A refusal changes nothing, and a success nothing but what it was asked to. */
async function compareStates(
  { leaves = true }: Step,
  before: Json | undefined,
  response: Response,
  { readState }: Place,
): Promise<readonly string[]> {
  if (!readState) return [];
  if (before === undefined) return ['the state can not be read'];
  const after = await readState();
  if (response.status !== 204 || leaves === 'as-it-was') {
    return isSame(after, before) ? [] : ['the state has changed'];
  }
  return isSame(after, withUpload(before, leaves))
    ? []
    : [`the state must differ by is_uploaded of the asset being ${leaves}, and by nothing else`];
}

function withUpload(state: Json, isUploaded: boolean): Json {
  const assets = isObject(state) ? state['assets'] : undefined;
  if (!isObject(state) || !Array.isArray(assets)) return state;
  return {
    ...state,
    assets: assets.map((asset: Json) =>
      isObject(asset) && asset['id'] === given.value('ASSET')
        ? { ...asset, is_uploaded: isUploaded }
        : asset,
    ),
  };
}

function describe(
  step: Step,
  referee: Referee | undefined,
  response: Response | undefined,
  complaints: readonly string[],
): string {
  const route =
    step.direct === undefined
      ? referee
        ? 'through the referee'
        : 'without a referee'
      : `directly (${step.direct})`;
  return describeExchange(step, route, response, complaints);
}
