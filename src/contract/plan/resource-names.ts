import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { plainName, singular } from '../../base/names.ts';
import type { NameForm } from '../../base/resource-names.ts';
import { isSameForm } from '../../base/resource-names.ts';
import type { Part } from '../load/documents.ts';
import type { Operation } from '../operations.ts';
import { nameWordsAt } from './keys.ts';
import type { Ancestry } from './parents.ts';
import type { Collection } from './plan.ts';
import type { Lens } from './views/evidence.ts';
import { findEntry } from './views/evidence.ts';
import type { ViewGroup } from './views/groups.ts';
import type { CollectionView } from './views/views.ts';

/** The form of the names of each group whose records are keyed by their names. */
export interface ResourceNames {
  /** The form for the group's own records, and the member that makes the last value of a name. */
  of(
    group: ViewGroup,
    schema: Part | undefined,
    key: readonly string[] | undefined,
  ): Pick<Collection, 'nameForm' | 'namedBy'>;
  /** The form for the records that one of the group's parents is of; the index counts its parents. */
  formOfParent(group: ViewGroup, index: number): NameForm | undefined;
}

/** The fixed texts of a name, and whose values stand between them. */
interface GroupForm {
  readonly texts: readonly string[];
  readonly above: readonly string[];
}

/**
 * Finds the groups whose records have their path as their name: `plots/7` at `/v1/plots/{plot}`.
 * Others that stand below such records must be able to tell the whole name from their paths, too.
 */
export function findResourceNames(
  lens: Lens,
  groups: readonly ViewGroup[],
  keys: ReadonlyMap<ViewGroup, readonly string[]>,
  ancestry: Ancestry,
): ResourceNames {
  const forms = new Map<ViewGroup, GroupForm>();
  for (const group of groups) {
    const found = formIn(lens, group, keys.get(group), ancestry);
    if (found) forms.set(group, found);
  }
  const express = (group: ViewGroup, form: GroupForm | undefined): NameForm | undefined => {
    const all = ancestry.parentsOf(group);
    const parents = (form?.above ?? []).map((one) =>
      all.findIndex(({ identity, isOptional }) => identity === one && !isOptional),
    );
    return form && !parents.includes(-1) ? { texts: form.texts, parents } : undefined;
  };
  const isTold = (group: ViewGroup, of: ViewGroup | undefined): boolean => {
    const form = of && forms.get(of);
    return form === undefined || express(group, form) !== undefined;
  };
  const findUntold = (): ViewGroup | undefined =>
    groups
      .flatMap((group) =>
        [recordsOf(group), ...ancestry.parentsOf(group).map((parent) => parent.group)].map(
          (of) => [group, of] as const,
        ),
      )
      .find(([group, of]) => !isTold(group, of))?.[1];
  for (let untold = findUntold(); untold; untold = findUntold()) forms.delete(untold);
  return {
    of(group, schema, key) {
      const nameForm = express(group, forms.get(recordsOf(group)));
      return nameForm ? { nameForm, namedBy: findNamer(lens, group, schema, key?.[0]) } : {};
    },
    formOfParent(group, index) {
      const above = ancestry.parentsOf(group)[index]?.group;
      return above && express(group, forms.get(above));
    },
  };
}

/** Links lead to the records of another group. */
function recordsOf(group: ViewGroup): ViewGroup {
  return group.of ?? group;
}

function formIn(
  { records }: Lens,
  { views }: ViewGroup,
  corrected: readonly string[] | undefined,
  ancestry: Ancestry,
): GroupForm | undefined {
  for (const view of views) {
    const [name, ...deeper] = corrected ?? view.key ?? [];
    const isKeyed = view.kind === 'items' && view.hasItems && deeper.length === 0;
    const member = isKeyed && view.schema && records.members(view.schema).get(name ?? '');
    const words = member
      ? nameWordsAt(records, member).find((one) => isPathOf(view, one))
      : undefined;
    if (!words) continue;
    const identities = ancestry.identities(view.parents);
    return {
      texts: words.map((word, at) => `${at === 0 ? '' : '/'}${word}/`),
      above: identities.slice(identities.length - words.length + 1),
    };
  }
  return undefined;
}

/** Whether the path of one record ends in these words, each with a parameter behind it. */
function isPathOf({ site: { steps, item } }: CollectionView, words: readonly string[]): boolean {
  if (!item) return false;
  const kinds = [...steps.map(({ kind }) => kind), 'parameter'].slice(-2 * words.length);
  const isInTurn = kinds.every((kind, at) => kind === (at % 2 === 0 ? 'text' : 'parameter'));
  const own = steps.flatMap((step) => (step.kind === 'text' ? step.text : []));
  return isInTurn && isSameForm(own.slice(-words.length), words);
}

/**
 * The member that makes the last value of a name: an operation finds records by it (`gets a user by
 * username`), a create wants both to be the same, or its own text says so.
 */
function findNamer(
  { records }: Lens,
  { views: [main] }: ViewGroup,
  schema: Part | undefined,
  key: string | undefined,
): string | undefined {
  const [read, make] = [
    findEntry(main?.site.item?.entries, 'GET'),
    findEntry(main?.site.whole, 'POST'),
  ];
  const finding = read ? textsIn(read.operation.part.value) : [];
  const asking = (make?.operation.parameters ?? []).map(({ description }) => description);
  const members = schema ? [...records.members(schema)] : [];
  return members.find(([name, member]) => {
    if (name === key || !records.types(member).has('string')) return false;
    const word = String.raw`(?:\w+\.)?${name.replaceAll(/\W/g, String.raw`\$&`)}\b`;
    const found = new RegExp(String.raw`${finds} by (?:(?:its|the|their) )?${word}`, 'i');
    const same = new RegExp(String.raw`\bequals? (?:to )?(?:the )?${word}`, 'i');
    return (
      textsIn(member.value).some((text) => makesName.test(text)) ||
      finding.some((text) => found.test(text)) ||
      asking.some((text) => same.test(text))
    );
  })?.[0];
}

/** "Gets a user", but not "Gets the page written". */
const finds = String.raw`\b(?:gets?|fetch(?:es)?|finds?|reads?|retrieves?|returns?)(?: (?!\w+(?:ed|en)\b)\w+){0,3}`;
const makesName =
  /\b(?:makes|forms|part of|used (?:as|in)) (?:the|its) (?:\w+ )?(?:resource name|name|id)\b/i;

function textsIn(value: JsonValue): readonly string[] {
  const { summary, description } = isJsonObject(value) ? value : {};
  return [summary, description].filter((one) => typeof one === 'string');
}

/** The query parameter of a create that gives the last value of the name: `plotId`. */
export function idParameter({ parameters, path }: Operation): string | undefined {
  const noun = singular(path.split('/').findLast((one) => one !== '') ?? '');
  const wanted = `${plainName(noun)}id`;
  return parameters.find((one) => one.in === 'query' && plainName(one.name) === wanted)?.name;
}
