import type { JsonValue } from '../../base/json.ts';
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
