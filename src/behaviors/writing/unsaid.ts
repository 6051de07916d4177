import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { wordsOf } from '../../base/names.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';

interface Unsaid {
  readonly name: string;
  readonly member: SchemaFacts;
  readonly isSendable: boolean;
}

/** What services show of what was not said: null where it may be, and no amount of what only they count. */
export function emptiesFor({ name, member, isSendable }: Unsaid): readonly JsonValue[] {
  const { types, isNullable, isNullTolerated, listed } = member;
  const isNull = isNullable && !isNullTolerated;
  const isNumber = (types.has('integer') || types.has('number')) && listed.length === 0;
  const words = wordsOf(name).map((word) => word.toLowerCase());
  // A whole number that is called like one thing is the key of that thing.
  const isCounting = !types.has('integer') || counting.test(words.at(-1) ?? '');
  const isZero = isNumber && !isSendable && isCounting && !words.some((word) => measures.has(word));
  return [...(isNull ? [null] : []), ...(isZero ? [0] : [])];
}

const counting =
  /[^su]s$|^(?:total|sum|score|rating|level|depth|average|points|usage|discount|tax)$/;
/** Words of numbers that count nothing: names, places in an order, sizes, limits, prices. */
const measures = new Set(
  'id ids pk uid uuid key code number no num iid index position order rank sort version revision year month day hour port priority type kind status state time timestamp on date since until epoch expires expiry expiration ttl timeout duration interval period length size width height weight latitude longitude lat lng lon limit max min maximum minimum quota capacity price cost rate amount fee value scale precision color colour'.split(
    ' ',
  ),
);

/** What a member always is, such as the kind of its record. */
export function onlyValueOf({ member: { listed } }: Unsaid): JsonValue | undefined {
  return listed.length === 1 ? listed[0] : undefined;
}

/** Whether it is an object of figures that only the server writes: `visits_summary: {total, unique}`. */
export function isOfFigures({ name, member, isSendable }: Unsaid): boolean {
  const last = wordsOf(name).at(-1)?.toLowerCase() ?? '';
  return !isSendable && member.types.has('object') && figures.test(last);
}

const figures = /^(?:summary|stats?|statistics?|counts|counters|totals|figures)$/;

/** The same with 0 for each number. */
export function uncounted(value: JsonValue | undefined): JsonValue {
  if (typeof value === 'number') return 0;
  if (!isJsonObject(value)) return value ?? null;
  const members = Object.entries(value).map(([name, one]) => [name, uncounted(one)]);
  return Object.fromEntries(members);
}
