import { ApiError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isSameJson, memberAt } from '../../base/json.ts';
import type { Condition, Transition } from '../../contract/plan/transitions/transition.ts';
import type { Item } from '../../store/record.ts';
import { hashOf } from '../values/chance.ts';

/** Whether a record is in the state from which the transition leads. */
export function isFrom({ from }: Pick<Transition, 'from'>, record: JsonObject): boolean {
  return from.every((condition) => isMet(condition, record));
}

function isMet({ steps, values }: Condition, record: JsonObject): boolean {
  const own = memberAt(record, steps) ?? null;
  return values.some((value) => isSameJson(own, value));
}

/** Drawn once for each record: to try again does not help. */
export function isLucky({ chance, id }: Transition, seed: string, place: string): boolean {
  return chance === 1 || hashOf(seed, id, place) / 2 ** 32 < chance;
}

/** Why nothing of what the contract declares can happen. `record`: none where a new one was asked for. */
export function refuseTransition(
  transitions: readonly Transition[],
  record: Item | undefined,
): ApiError {
  const status = transitions.findLast(({ otherwise }) => typeof otherwise === 'number')?.otherwise;
  const detail = record ? describeRefusal(transitions, record) : 'The chance for it was missed.';
  return new ApiError('transition-refused', detail, typeof status === 'number' ? { status } : {});
}

function describeRefusal(transitions: readonly Transition[], { key, body }: Item): string {
  const collection = transitions[0]?.collection ?? '';
  const which = key === '' ? `The ${collection}` : `The record "${key}" of ${collection}`;
  if (transitions.some((one) => isFrom(one, body))) return `${which} missed its chance.`;
  const members = new Map(
    transitions.flatMap(({ from }) => from.map(({ steps }) => [steps.join('.'), steps] as const)),
  );
  const found = [...members].map(([name, steps]) => `${name} is ${show(memberAt(body, steps))}`);
  const wanted = transitions.map(({ from }) => from.map(({ text }) => text).join(' and '));
  return `${which} is in another state: ${found.join(', ')}; needed: ${wanted.join(', or ')}.`;
}

function show(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
