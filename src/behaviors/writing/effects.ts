import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isSameJson } from '../../base/json.ts';
import type { ActionEffect } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { ChangeMoment } from './timestamps.ts';
import { timesFor } from './timestamps.ts';

/**
 * Makes the changes that the word of an action stands for. What was sent stays, and so does what
 * the schema would not allow. The same object if nothing changes.
 */
export function applyEffects(
  record: JsonObject,
  effects: readonly ActionEffect[],
  facts: SchemaFacts,
  moment: ChangeMoment,
): JsonObject {
  const open = effects.filter(({ member }) => !Object.hasOwn(moment.sent, member));
  const isDone = (effect: ActionEffect): boolean =>
    effect.to === 'value' && isSameJson(record[effect.member] ?? null, effect.value);
  const states = open.filter(({ to }) => to === 'value');
  // What is archived already keeps the time at which that was done, and is not counted twice.
  if (states.length > 0 && states.every(isDone)) return record;
  const changed: Record<string, JsonValue> = { ...record };
  for (const effect of open) {
    const { member } = effect;
    const part = facts.member(member)?.part;
    const isAllowed = (value: JsonValue): boolean =>
      part !== undefined && moment.validators.check(part, 'rest')(value).length === 0;
    const next = valuesAfter(effect, record[member], facts, moment).find(isAllowed);
    if (next !== undefined) changed[member] = next;
    else if (effect.to === 'nothing' && !facts.required.has(member)) delete changed[member];
  }
  return isSameJson(changed, record) ? record : changed;
}

function valuesAfter(
  effect: ActionEffect,
  before: JsonValue | undefined,
  facts: SchemaFacts,
  moment: ChangeMoment,
): readonly JsonValue[] {
  const member = facts.member(effect.member);
  switch (effect.to) {
    case 'value':
      return [effect.value];
    case 'now':
      return member ? timesFor(effect.member, member, moment) : [];
    case 'nothing':
      return member?.isNullTolerated === true ? [] : [null];
    case 'more':
      return [Math.max(0, (typeof before === 'number' ? before : 0) + effect.by)];
  }
}
