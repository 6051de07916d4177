import type { Hints } from '../hints.ts';
import { wordsOf } from './words.ts';

/** Between which numbers one is believed, and how fine it is. */
export interface Range {
  readonly least: number;
  readonly most: number;
  readonly step?: number;
}

/** Seconds since 1970 at the start of 2024, 2025 and 2026: fixed, so that a seed means the same on every day. */
const [start, middle, end] = [1_704_067_200, 1_735_689_600, 1_767_225_600];

/** The first whose pattern matches the words of the name. */
const wholeNumbers: readonly (readonly [RegExp, Range])[] = [
  [
    /\b(creat\w*|start\w*|began|joined|opened|issued|added) ?(at|on|date|time|timestamp)?$/,
    moment(start, middle),
  ],
  [
    /\b(at|date|timestamp|time|epoch|since|until|expires|modified|updated|exp|iat|nbf)$/,
    moment(middle, end),
  ],
  [/\byears?$/, { least: 2015, most: 2026 }],
  [/\bmonths?$/, { least: 1, most: 12 }],
  [/\b(days?|day of month)$/, { least: 1, most: 28 }],
  [/\bhours?$/, { least: 0, most: 23 }],
  [/\b(minutes?|seconds?|secs?|mins?)$/, { least: 0, most: 59 }],
  [/\bages?$/, { least: 18, most: 80 }],
  [/\b(total pages|page count|pages)$/, { least: 1, most: 20 }],
  [/\bpage( number)?$/, { least: 1, most: 1 }],
  [/\b(per page|page size|limit|pagesize)$/, { least: 20, most: 20 }],
  [/\boffset$/, { least: 0, most: 0 }],
  [/\b(status code|http status|response code)$/, { least: 200, most: 200 }],
  [/\b(percent|percentage|progress|pct)$/, { least: 0, most: 100 }],
  [/\b(rating|stars)$/, { least: 1, most: 5 }],
  [/\b(priority|level|rank|position|order|index|sequence|sort)$/, { least: 1, most: 10 }],
  [/\bversion$/, { least: 1, most: 9 }],
  [/\bport$/, { least: 1024, most: 9999 }],
  [/\b(width|height)$/, { least: 100, most: 1920 }],
  [/\b(bytes|size|length|memory|disk|capacity)$/, { least: 1000, most: 500_000 }],
  [/\b(duration|ttl|timeout|interval|elapsed|uptime)\b/, { least: 30, most: 3600 }],
  [
    /\b(price|amount|cost|fee|balance|subtotal|discount|salary|revenue)s?\b/,
    { least: 5, most: 500 },
  ],
  [/\b(count|total|quantity|qty|number of .*|num .*|.*s)$/, { least: 0, most: 100 }],
  [/\bid$/, { least: 1, most: 10_000 }],
];

const fractions: readonly (readonly [RegExp, Range])[] = [
  [/\b(latitude|lat)$/, { least: -60, most: 70, step: 1e-4 }],
  [/\b(longitude|lng|lon|long)$/, { least: -180, most: 180, step: 1e-4 }],
  [
    /\b(tax rate|rate|ratio|probability|confidence|score|weighting|opacity|alpha)$/,
    { least: 0, most: 1 },
  ],
  [/\b(percent|percentage|progress|pct)$/, { least: 0, most: 100, step: 0.1 }],
  [/\b(rating|stars)$/, { least: 1, most: 5, step: 0.1 }],
  [
    /\b(price|amount|cost|fee|balance|subtotal|total|discount|tax|salary|revenue|payment)s?\b/,
    { least: 5, most: 500 },
  ],
  [/\b(temperature|temp)$/, { least: -10, most: 35, step: 0.1 }],
  [/\b(weight|mass|distance|depth|radius|speed)$/, { least: 0.5, most: 100, step: 0.1 }],
];

export function rangeFor({ name, description }: Hints, isWhole: boolean): Range | undefined {
  const words = wordsOf(name);
  const rules = isWhole ? wholeNumbers : [...fractions, ...wholeNumbers];
  const range = rules.find(([names]) => names.test(words))?.[1];
  const isTime = range !== undefined && range.least >= start;
  // Since 1970 in thousandths, where it says so.
  if (isTime && /\bmilli|\bms\b/i.test(`${words} ${description}`)) {
    return { least: range.least * 1000, most: range.most * 1000, step: 1 };
  }
  // A time that is a number of seconds is told from one that takes so long by its description.
  if (isTime && /\btime$/.test(words) && !/epoch|unix|since|timestamp/i.test(description))
    return undefined;
  return range && { step: isWhole || isTime ? 1 : 0.01, ...range };
}

function moment(least: number, most: number): Range {
  return { least, most, step: 1 };
}
