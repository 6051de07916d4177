import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, pointerSteps, valueAt } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { Check } from '../../contract/checks/validators.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { withoutValueAt, withValueAt } from '../../base/json-patch/pointed-changes.ts';
import { displaysIn, labelsIn } from './labels.ts';
import { addUp, withChanges } from './totals.ts';
import { isOfFailure, isSuccess } from './vocabulary/flags.ts';
import { singular, spellWords } from './vocabulary/words.ts';

/** How often what a check refuses is taken back. */
const rounds = 4;

/**
 * Makes what a generated value says in several places agree: totals are sums of their lines, counts
 * are lengths of lists, a status fits the times, and a least is not above its most.
 */
export function agree(value: JsonValue, check: Check, facts?: SchemaFacts): JsonValue {
  let agreed = settle(value, facts);
  for (let round = 0; round < rounds && agreed !== value; round += 1) {
    const faults = check(agreed);
    if (faults.length === 0) return agreed;
    agreed = faults.reduce((next, { pointer }) => takeBack(next, value, pointer), agreed);
  }
  return value;
}

/** What should be null, but must not, is left out; if it must not be either, it comes back. */
function takeBack(after: JsonValue, before: JsonValue, pointer: string): JsonValue {
  const steps = pointerSteps(pointer);
  if (valueAt(after, pointer) === null) return withoutValueAt(after, steps);
  return withValueAt(after, steps, valueAt(before, pointer) ?? null) ?? after;
}

function settle(value: JsonValue, facts: SchemaFacts | undefined): JsonValue {
  if (Array.isArray(value)) {
    const items = facts?.items();
    return mapChanged(value, (one) => settle(one, items));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value);
  const made = members.map(([name, one]) =>
    typeof one === 'object' && one !== null ? settle(one, facts?.member(name)) : one,
  );
  const isSame = members.every(([, one], index) => one === made[index]);
  const inside = isSame
    ? value
    : Object.fromEntries(members.map(([name], index) => [name, made[index] ?? null]));
  return [nameEmbedded, countLists, addUp, orderPairs, tellLabels, fitTimes, tellSuccess].reduce(
    (body, rule) => rule(body, facts),
    inside,
  );
}

function mapChanged(
  values: readonly JsonValue[],
  change: (value: JsonValue) => JsonValue,
): readonly JsonValue[] {
  const made = values.map(change);
  return made.every((one, index) => one === values[index]) ? values : made;
}

type Rule = (body: JsonObject, facts?: SchemaFacts) => JsonObject;

/** `owner_id` beside `owner`, and the same for lists. */
const nameEmbedded: Rule = (body) => {
  const plain = new Map(Object.keys(body).map((name) => [plainName(name), name]));
  const changes = Object.entries(body).flatMap(([name, value]) => {
    if (!isJsonObject(value)) return [];
    return Object.entries(value).flatMap(([key, own]) => {
      const beside = plain.get(plainName(name) + plainName(key));
      const isKey = /^(id|uuid|key|slug|code|pk)$/i.test(key) && beside !== undefined;
      return isKey && typeof own === typeof body[beside] ? [[beside, own] as const] : [];
    });
  });
  return withChanges(body, changes);
};

/** `item_count`, `itemsCount`, `total_items` beside `items`. */
const countLists: Rule = (body) => withChanges(body, countsOf(body, Object.keys(body)));

/** What the members that count these lists say. */
export function countsOf(
  body: JsonObject,
  names: readonly string[],
): readonly (readonly [string, number])[] {
  return names.flatMap((name) => {
    const list = body[name];
    if (!Array.isArray(list)) return [];
    const words = spellWords(name);
    const keyed = / ids?$/.test(words) ? words.replace(/ ids?$/, '') : undefined;
    const stems = [words, singular(words), ...(keyed === undefined ? [] : [keyed, `${keyed}s`])];
    const wanted = new Set(
      stems.flatMap((one) => [`${one} count`, `total ${one}`, `num ${one}`, `number of ${one}`]),
    );
    return Object.entries(body).flatMap(([other, value]) =>
      wanted.has(spellWords(other)) && typeof value === 'number'
        ? [[other, list.length] as const]
        : [],
    );
  });
}

const tellLabels: Rule = (body, facts) =>
  withChanges(body, [...labelsIn(body, facts), ...displaysIn(body, facts)]);

/** `min_price` and `max_price`, `from` and `to`: numbers only, times are in order by themselves. */
const orderPairs: Rule = (body) => {
  const changes = Object.entries(body).flatMap(([name, low]) => {
    const words = spellWords(name);
    const others = new Set(
      pairs.flatMap(([one, two]) => (one.test(words) ? [plainName(words.replace(one, two))] : [])),
    );
    const partner = Object.keys(body).find((each) => others.has(plainName(each)));
    const high = partner === undefined ? undefined : body[partner];
    return partner !== undefined &&
      typeof low === 'number' &&
      typeof high === 'number' &&
      low > high
      ? [[name, high] as const, [partner, low] as const]
      : [];
  });
  return withChanges(body, changes);
};

const pairs: readonly (readonly [RegExp, string])[] = [
  [/\bmin\b/, 'max'],
  [/\bminimum\b/, 'maximum'],
  [/\bfrom\b/, 'to'],
  [/\blow(est)?\b/, 'high$1'],
];

const ends =
  /^(is )?(cancell?ed|refunded|archived|deleted|rejected|failed|voided|revoked|trashed)$/;
const steps: readonly RegExp[] = [
  /^(draft|new|pending|created|open|todo|queued|scheduled|unpaid|inactive|invited)$/,
  /^(active|approved|confirmed|processing|in progress|accepted|started|verified|sent)$/,
  /^(paid|published|shipped|dispatched|live)$/,
  /^(delivered|completed?|closed|done|merged|resolved|finished|fulfilled|succeeded|success)$/,
];

/** What happens to records whose deeds were done. */
const aftermath = /^(refunded|returned|archived|deleted|trashed|revoked|expired)$/;

interface Status {
  readonly word: string;
  /** All words that it may be. */
  readonly listed: readonly string[];
}

/** Nothing has happened of which the status does not tell: no `shipped_at` of a draft. */
const fitTimes: Rule = (body, facts) => {
  const status = statusOf(body, facts);
  const isOpen = (deed: string): boolean => {
    const flag = Object.entries(body).find(
      ([name, value]) =>
        typeof value === 'boolean' && spellWords(name).replace(/^is /, '') === deed,
    );
    return flag ? flag[1] === false : isStillToDo(deed, status);
  };
  const gone = Object.keys(body).filter((name) => {
    const [, deed = ''] = /^(.+?)( (at|on|date|time))$/.exec(spellWords(name)) ?? [];
    return deed !== '' && body[name] !== null && isOpen(deed);
  });
  const flags = Object.entries(body).flatMap(([name, value]) =>
    value === true &&
    /^(is )?(deleted|trashed)$/.test(spellWords(name)) &&
    status?.word !== 'deleted'
      ? [[name, false] as const]
      : [],
  );
  return withChanges(body, [...gone.map((name) => [name, null] as const), ...flags]);
};

function statusOf(body: JsonObject, facts: SchemaFacts | undefined): Status | undefined {
  const [status] = Object.entries(body).flatMap(([name, value]) => {
    if (!/\b(status|state|stage)$/.test(spellWords(name))) return [];
    const member = facts?.member(name);
    const wordsOf = (one: JsonValue): readonly string[] => {
      const word = member?.labels.get(one) ?? one;
      return typeof word === 'string' ? [spellWords(word)] : [];
    };
    const listed = (member?.listed ?? []).flatMap(wordsOf);
    return wordsOf(value).map((word) => ({ word, listed }));
  });
  return status;
}

function isStillToDo(deed: string, status: Status | undefined): boolean {
  const isEnd = ends.test(deed);
  if (!status) return isEnd;
  if (stemOf(status.word) === stemOf(deed)) return false;
  if (isEnd) return true;
  const [step, reached] = [stepOf(deed), stepOf(status.word)];
  if (step !== -1 && reached !== -1 && step !== reached) return step > reached;
  const [at, now] = [deed, status.word].map((one) =>
    status.listed.findIndex((word) => stemOf(word) === stemOf(one)),
  );
  const isStatus = participle.test(deed) && at !== -1;
  if (!isStatus) return reached !== -1 && step > reached;
  if (step === -1) return true;
  if (step === reached) return isInOrder(status.listed) && (at ?? 0) > (now ?? 0);
  // Of a status without a step, the deed is not done, unless something came after it.
  return step > 0 && !aftermath.test(status.word);
}

/** Lists in the order of the alphabet don't tell what comes first. */
function isInOrder(listed: readonly string[]): boolean {
  return listed.some((word, at) => at > 0 && (listed[at - 1] ?? '') > word);
}

function stepOf(word: string): number {
  return steps.findIndex((step) => step.test(word));
}

/** Deeds alone: a due date is no deed, and what was made or changed was so in each status. */
const participle =
  /^(?!(creat|updat|modifi|chang|edit|add|insert|regist|join|open)\w*)(\w+ed|paid|sent|sold|lost|won|lent|built|read|held|done)$/;

/** The same for `ship` and `shipped`, `canceled` and `cancelled`. */
function stemOf(word: string): string {
  return word.replace(/(ed|e)$/, '').replace(/([^aeiou])\1$/, '$1');
}

/** What succeeded has no error. */
const tellSuccess: Rule = (body) => {
  const isDone = Object.entries(body).some(([name, value]) => value === true && isSuccess(name));
  const gone = isDone ? Object.keys(body).filter(isOfFailure) : [];
  return withChanges(
    body,
    gone.map((name) => [name, null] as const),
  );
};
