import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import { capitalizeFirst } from '../../base/texts.ts';
import { labelsOf } from './labels.ts';
import type { SchemaFacts } from './schema-facts.ts';

/** An object that shows a plain value beside its label: `{"value": "planned", "label": "Planned"}`. */
export interface LabelledValue {
  /** The member that has the value. */
  readonly name: string;
  readonly facts: SchemaFacts;
  /** The object for a plain value. An object gets the label of a listed value that it has. */
  show(value: JsonValue): JsonValue;
}

const valueNames = ['value', 'id', 'code', 'key', 'slug', 'name'];
const labelNames = ['label', 'title', 'name', 'displayname', 'display', 'text'];
/** An object with more members is a record. */
const mostMembers = 3;

const known = new WeakMap<SchemaFacts, Map<SchemaFacts | undefined, LabelledValue | undefined>>();

/**
 * Reads an object as a value with its label; undefined where it is none. An object of a key and a name
 * may be a record: only listed values, or the words `value` and `label`, tell that it is not.
 */
export function labelledIn(
  facts: SchemaFacts,
  /** What a request may send in its place. */
  sent?: SchemaFacts,
): LabelledValue | undefined {
  if (facts.names.size < 2 || facts.names.size > mostMembers) return undefined;
  const list = sent && sent.listed.length > 0 && sent.names.size === 0 ? sent : undefined;
  const before = known.get(facts) ?? new Map<SchemaFacts | undefined, LabelledValue | undefined>();
  known.set(facts, before);
  if (!before.has(list)) before.set(list, readLabelled(facts, list));
  return before.get(list);
}

function readLabelled(
  facts: SchemaFacts,
  sent: SchemaFacts | undefined,
): LabelledValue | undefined {
  const { names, types } = facts;
  const isObject = types.has('object') && [...types].every((one) => /^(?:object|null)$/.test(one));
  if (!isObject) return undefined;
  const find = (wanted: readonly string[], isFit: (one: SchemaFacts) => boolean): Found =>
    wanted
      .flatMap((word) => [...names].filter((one) => plainName(one) === word))
      .map((name) => ({ name, facts: facts.member(name) }))
      .find((one) => one.facts !== undefined && isFit(one.facts));
  const value = find(valueNames, ({ listed }) => listed.length > 0) ?? find(valueNames, isPlain);
  const label = find(
    labelNames.filter((one) => one !== plainName(value?.name ?? '')),
    (one) => one.types.has('string') && isPlain(one),
  );
  if (!value?.facts || !label?.facts) return undefined;
  const isNamedSo = value.name === 'value' && label.name === 'label';
  const lists = [value.facts, ...(sent ? [sent] : [])].filter(({ listed }) => listed.length > 0);
  if (lists.length === 0 && !isNamedSo) return undefined;
  const labelFor = createLabels(lists, label.facts, [facts, ...lists]);
  return {
    name: value.name,
    facts: value.facts,
    show(given) {
      // A free text and its label say two things: `{"label": "Work", "value": "+47 …"}`.
      if (isJsonObject(given) && lists.length === 0) return given;
      const own = isJsonObject(given) ? given[value.name] : given;
      if (own === undefined || own === null || typeof own === 'object') return given;
      const told = labelFor(own);
      const rest: JsonObject = isJsonObject(given) ? given : {};
      return { ...rest, [value.name]: own, ...(told !== undefined && { [label.name]: told }) };
    },
  };
}

type Found = { readonly name: string; readonly facts: SchemaFacts | undefined } | undefined;

function isPlain({ names, types }: SchemaFacts): boolean {
  return names.size === 0 && !types.has('object') && !types.has('array');
}

const code = /^[A-Z\d]{1,4}$/;

/** The label at the place of the value, else that of a description, else the words of the value. */
function createLabels(
  lists: readonly SchemaFacts[],
  { listed: labels }: SchemaFacts,
  describing: readonly SchemaFacts[],
): (value: JsonValue) => string | undefined {
  const listed = lists.find((one) => one.listed.length === labels.length)?.listed ?? [];
  const values = (lists[0]?.listed ?? []).filter((one) => one !== null && one !== '');
  const told = describing.map(({ schemas }) => labelsOf(values, schemas)).find(({ size }) => size);
  return (value) => {
    const beside = labels[listed.indexOf(value)] ?? told?.get(value);
    const words = sentenceOf(textOf(value));
    // A code says nothing to people: no words can be made of it.
    const isAllowed = code.test(textOf(value))
      ? labels.includes(words)
      : labels.length === 0 || labels.includes(words);
    if (beside !== undefined && beside !== null) return textOf(beside);
    return isAllowed ? words : undefined;
  };
}

/** `in_progress` is "In progress". */
function sentenceOf(value: string): string {
  const words = value.replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? value : capitalizeFirst(words);
}
