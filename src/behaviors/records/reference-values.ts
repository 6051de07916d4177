import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, textOf, withMember } from '../../base/json.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import { numberIn } from './identifiers.ts';

/** How a member refers: by a key, by keys in a list, by a record with its key, or by a resource name. */
export type ReferenceForm = 'one' | 'many' | 'within' | 'named';

export type PickKey = (target: Collection, place: string) => string | undefined;
type PointReference = (value: JsonValue, target: Collection, pick: PickKey) => readonly JsonValue[];

/** The values that may replace a member's value, best first: keys, in the type that it has. */
export const point: Readonly<Record<ReferenceForm, PointReference>> = {
  one: (value, target, pick) => (isIdentifier(value) ? readAs(value, pick(target, '')) : []),
  many(value, target, pick) {
    if (!Array.isArray(value) || value.length === 0) return [];
    const keys = value.flatMap((one: JsonValue, index) =>
      isJsonObject(one)
        ? point.within(one, target, (of) => pick(of, `/${index}`))
        : point.one(one, target, (of) => pick(of, `/${index}`)),
    );
    if (keys.length < value.length) return [];
    // The rest of an embedded record gives way to the record that its key names.
    const named = keys.map((one) =>
      textOf(isJsonObject(one) ? memberAt(one, target.key ?? []) : one),
    );
    return [keys.filter((_, index) => named.indexOf(named[index] ?? '') === index), keys];
  },
  within(value, target, pick) {
    const steps = target.key ?? [];
    const before = isJsonObject(value) ? memberAt(value, steps) : undefined;
    if (!isJsonObject(value) || before === undefined || !isIdentifier(before)) return [];
    return readAs(before, pick(target, '')).map((key) => withMember(value, steps, key));
  },
  /** Empty where there is none to name: so such members say that they name nothing. */
  named(value, target, pick) {
    if (typeof value === 'string') return [pick(target, '') ?? ''];
    if (!Array.isArray(value) || value.some((one: JsonValue) => typeof one !== 'string')) return [];
    const names = value.flatMap((_, index) => pick(target, `/${index}`) ?? []);
    return [[...new Set(names)]];
  },
};

/** A text with spaces is a title, and no key; an e-mail address and a URL are what they are. */
export function isIdentifier(value: JsonValue): boolean {
  return typeof value === 'number' || (typeof value === 'string' && !/\s|@|:\/\//.test(value));
}

function readAs(before: JsonValue, key: string | undefined): readonly JsonValue[] {
  const value = key !== undefined && typeof before === 'number' ? numberIn(key) : key;
  return value === undefined ? [] : [value];
}
