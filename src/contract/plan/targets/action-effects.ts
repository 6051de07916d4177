import { isJsonObject } from '../../../base/json.ts';
import { amountNames, plainName, singular, wordsOf } from '../../../base/names.ts';
import { once } from '../../../base/once.ts';
import type { Operation } from '../../operations.ts';
import type { SchemaFacts, StudySchema } from '../../schema/schema-facts.ts';
import type { ActionEffect, Target } from '../plan.ts';

/**
 * What actions do to their records, where their words say so: `cancel` sets a status that may be
 * `cancelled`, a flag `cancelled`, a time `cancelled_at`. Found on first use.
 */
export function withEffects(operation: Operation, target: Target, study: StudySchema): Target {
  if ((target.role !== 'action' && target.role !== 'merge') || target.words) return target;
  const { schema, name } = target.collection;
  const { bulk } = target;
  if (bulk && schema) {
    const effectsOf = (word: string): readonly ActionEffect[] => {
      const done = deedOf(wordsOf(word), name);
      return done ? findEffects(done, study(schema)) : [];
    };
    return { ...target, bulk: { ...bulk, effectsOf } };
  }
  const deed = deedIn(operation, name);
  if (!schema || !deed || mayBePartial(operation, deed, study)) return target;
  const effects = once(() => {
    const found = findEffects(deed, study(schema));
    return found.some(({ member }) => saysLater(operation, member)) ? [] : found;
  });
  return { ...target, effects };
}

/** Of what is paid, a body may name a part: then not all is paid back. */
function mayBePartial({ body }: Operation, { stem }: Deed, study: StudySchema): boolean {
  const names = (body?.media ?? []).flatMap(({ schema }) =>
    schema ? [...study(schema).names] : [],
  );
  return returning.test(stem) && names.some((name) => amountNames.has(plainName(name)));
}

const returning = /^(?:refund|reverse|return|repay|pay|credit)$/;

/** "Sets the `canceled_date` field to the end of the active billing period": nothing happens before. */
function saysLater({ part }: Operation, member: string): boolean {
  const { summary, description } = isJsonObject(part.value) ? part.value : {};
  const told = [summary, description].filter((text) => typeof text === 'string').join('. ');
  return told.includes(member) && /\b(?:at|to|until|by) the end of\b/i.test(told);
}

/**
 * A DELETE that answers with its record may end it and keep it, where its summary says so: "Cancel a
 * subscription" sets a status or a time, and the record can still be read.
 */
export function withEnding(operation: Operation, target: Target, study: StudySchema): Target {
  if (target.role !== 'delete' || !target.shown || target.collection.kind !== 'items')
    return target;
  const { schema } = target.collection;
  const stem = firstWordOf(operation);
  if (!schema || stem === '' || removing.test(stem)) return target;
  const deed = { stem, becomes: formsOf(stem), ceases: none };
  const effects = findEffects(deed, study(schema));
  if (!effects.some(({ to }) => to === 'value' || to === 'now')) return target;
  const why = `says that it ends one of "${target.collection.name}" (${stem})`;
  return { ...target, role: 'action', effects: () => effects, why };
}

/** Whether an operation says first that it deletes something. */
export function saysRemoval(operation: Operation): boolean {
  return removing.test(firstWordOf(operation));
}

/** A POST that performs one of those that a place lists, and shows nothing, makes none. */
export function withPerformance(operation: Operation, target: Target): Target {
  if (target.role !== 'create' || target.shown) return target;
  const { description } = isJsonObject(operation.part.value) ? operation.part.value : {};
  const told = typeof description === 'string' ? wordsOf(description)[0] : undefined;
  const isPerformed = [told ?? '', firstWordOf(operation)].some((word) => performing.test(word));
  return isPerformed ? { role: 'improvised', why: 'performs one, and makes none' } : target;
}

const performing = /^(?:perform|execute|trigger)s?$/i;

/** The first word that an operation says of itself, without an "s" at its end. */
function firstWordOf(operation: Operation): string {
  const word = wordsOf(toldBy(operation)).find((one) => !fillers.has(one.toLowerCase())) ?? '';
  return word.toLowerCase().replace(/(?<!s)s$/, '');
}

const removing = /^(?:delete|destroy|remove|erase|purge|drop|unlink|detach|unassign|clear)$/;
const none: ReadonlySet<string> = new Set();

function toldBy({ part, id }: Operation): string {
  const { summary, description } = isJsonObject(part.value) ? part.value : {};
  const told = [summary, description].find((text) => typeof text === 'string' && text !== '');
  return typeof told === 'string' ? told : id;
}

/** What an action makes of a record: what it is then, and what it is no longer. */
interface Deed {
  readonly stem: string;
  readonly becomes: ReadonlySet<string>;
  readonly ceases: ReadonlySet<string>;
}

const fillers = new Set(
  'a action actions as be do is make mark operation request set the to'.split(' '),
);
/** Words of requests that change nothing. */
const harmless = new Set('check dry preview run simulate test try validate verify'.split(' '));

/** The deed that the path names behind its record; undefined where it names none, or more. */
function deedIn({ path, method }: Operation, collection: string): Deed | undefined {
  const tail = path.slice(path.lastIndexOf('}') + 1);
  if (!path.includes('}') || tail === '') return undefined;
  return deedOf(wordsOf(tail), collection, method);
}

function deedOf(written: readonly string[], collection: string, method = 'POST'): Deed | undefined {
  const own = plainName(singular(collection.split(/[./]/).at(-1) ?? ''));
  const words = written.map((word) => word.toLowerCase());
  if (words.some((word) => harmless.has(word))) return undefined;
  const [told, ...others] = words.filter((one) => !fillers.has(one) && one !== own);
  if (told === undefined || others.length > 0) return undefined;
  const word = marks.has(singular(told)) ? singular(told) : told;
  const undone = undoneBy(word);
  if (method === 'DELETE') {
    return undone.length > 0 ? undefined : { stem: word, becomes: none, ceases: formsOf(word) };
  }
  const ceases = new Set(undone.flatMap((one) => [...formsOf(one)]));
  return { stem: undone[0] ?? word, becomes: formsOf(word), ceases };
}

/** What a client puts on a record: `POST /posts/{id}/favorites` is its own one. */
const marks = new Set('bookmark favorite favourite like pin star'.split(' '));

/** What a word ends; where it may end several, the member that is there tells which. */
const opposites: ReadonlyMap<string, string> = new Map([
  ['deactivate', 'activate'],
  ['disable', 'enable'],
  ['off', 'on'],
  ['reactivate', 'archive deactivate deprecate suspend'],
  ['reopen', 'close complete finish resolve'],
  ['resume', 'pause'],
  ['show', 'hide'],
  ['dislike', 'like'],
]);

function undoneBy(word: string): readonly string[] {
  const [, rest] = /^un(.{3,})$/.exec(word) ?? [];
  const told = opposites.get(word) ?? rest;
  return told === undefined ? [] : told.split(' ');
}

/** What something is, to which that was done, where the usual endings don't tell. */
const irregular: ReadonlyMap<string, string> = new Map([
  ['activate', 'active'],
  ['close', 'closed'],
  ['complete', 'done finished'],
  ['deactivate', 'inactive'],
  ['finish', 'done completed'],
  ['freeze', 'frozen'],
  ['hide', 'hidden'],
  ['issue', 'placed'],
  ['lose', 'lost'],
  ['off', 'disabled inactive'],
  ['on', 'enabled active'],
  ['pay', 'paid'],
  ['reactivate', 'active'],
  ['reopen', 'open opened'],
  ['lend', 'lent'],
  ['sell', 'sold'],
  ['send', 'sent'],
  ['stop', 'end ended'],
  ['win', 'won'],
  ['withdraw', 'withdrawn'],
]);

/** `cancel`, `cancelled`, `canceled`, `cancelling`. */
function formsOf(word: string): ReadonlySet<string> {
  const stem = word.replace(/e$/, '');
  const last = word.at(-1) ?? '';
  const spelled = plainly(word);
  const others = spelled === word ? [] : [...formsOf(spelled)];
  return new Set([
    word,
    `${stem}ed`,
    `${stem}ing`,
    `${word}${last}ed`,
    `${word}${last}ing`,
    word.replace(/y$/, 'ied'),
    ...(irregular.get(word) ?? '').split(' ').filter((one) => one !== ''),
    ...others,
  ]);
}

function plainly(word: string): string {
  return word.replace('favour', 'favor');
}

/** Nothing where two members or two values fit. */
function findEffects(deed: Deed, facts: SchemaFacts): readonly ActionEffect[] {
  const members = [...facts.names].flatMap((name) => {
    const member = facts.member(name);
    return member ? [{ name, member }] : [];
  });
  const found = members.flatMap((one) => effectsOn(deed, one.name, one.member));
  const sorts = new Set(found.map(({ sort }) => sort));
  if (found.length > sorts.size) return [];
  // A counter alone may count something else.
  return found.some(({ sort }) => sort !== 'counter') ? found.map(({ effect }) => effect) : [];
}

interface SortedEffect {
  readonly sort: 'value' | 'flag' | 'time' | 'counter';
  readonly effect: ActionEffect;
}

function effectsOn(deed: Deed, name: string, member: SchemaFacts): readonly SortedEffect[] {
  const words = wordsOf(name).map((word) => word.toLowerCase());
  const { types } = member;
  if (types.has('boolean')) return flagEffect(deed, name, words);
  if (member.listed.length > 1) return valueEffects(deed, name, member);
  if (types.has('integer') && !isTime(member, words)) return counterEffect(deed, name, words);
  if (types.has('object') || types.has('array') || !isTime(member, words)) return [];
  const state = words.filter((word) => !timeWords.test(word)).join('');
  return [
    ...(deed.becomes.has(state)
      ? [{ sort: 'time', effect: { member: name, to: 'now' } } as const]
      : []),
    ...(deed.ceases.has(state)
      ? [{ sort: 'time', effect: { member: name, to: 'nothing' } } as const]
      : []),
  ];
}

const timeWords = /^(at|on|date|time|timestamp)$/;

function isTime({ formats }: SchemaFacts, words: readonly string[]): boolean {
  return formats.has('date-time') || formats.has('date') || timeWords.test(words.at(-1) ?? '');
}

/** Words that say what is done, and what is then. */
const states = new Set(
  'active default favorite favourite hidden primary private public read seen unread'.split(' '),
);

const flagWords = /^(is|has|was|been|by|me|currently)$/;

function flagEffect(
  { stem, becomes, ceases }: Deed,
  name: string,
  words: readonly string[],
): readonly SortedEffect[] {
  const state = words.filter((word) => !flagWords.test(word)).join('');
  if (!becomes.has(state) && !ceases.has(state)) return [];
  // `/draft` and `draft` may be a thing and a flag; `/lock` and `locked` are a deed and its result.
  if (state === stem && !states.has(state)) return [];
  return [{ sort: 'flag', effect: { member: name, to: 'value', value: becomes.has(state) } }];
}

/** `partially_refunded` beside `refunded` counts, too: then the word doesn't tell which. */
function valueEffects(
  deed: Deed,
  name: string,
  { listed, labels }: SchemaFacts,
): readonly SortedEffect[] {
  const told = listed.flatMap((value) => {
    const word = labels.get(value) ?? value;
    // The filler `On` of "On Hold".
    return typeof word === 'string' ? [{ value, words: wordsOf(word.replace(/^on\b/i, '')) }] : [];
  });
  const near = told.filter(({ words }) =>
    // What is being done will be over some time, which only the service knows.
    words.some((word) => deed.becomes.has(word.toLowerCase()) && !/ing$/i.test(word)),
  );
  const [first, ...others] = near;
  if (first === undefined || (others.length === 0 && first.words.length > 1)) return [];
  return near.map(({ value }) => ({
    sort: 'value',
    effect: { member: name, to: 'value', value },
  }));
}

function counterEffect(
  { stem, ceases }: Deed,
  name: string,
  words: readonly string[],
): readonly SortedEffect[] {
  const rest = words.filter((word) => !/^(count|counter|total|num|number|of|nb)$/.test(word));
  const [counted = ''] = rest;
  const own = plainly(stem);
  const isCounted = [own, `${own}r`, `${own}er`].includes(plainly(singular(counted)));
  if (rest.length !== 1 || rest.length === words.length || !isCounted) return [];
  return [{ sort: 'counter', effect: { member: name, to: 'more', by: ceases.size > 0 ? -1 : 1 } }];
}
