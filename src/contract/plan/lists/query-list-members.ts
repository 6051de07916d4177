import { singular } from '../../../base/names.ts';
import type { Documents, Part } from '../../load/documents.ts';
import { outlineMembers, outlineTypes } from '../../schema/outlines.ts';
import { keywordOf } from '../../schema/schema-walk.ts';
import { queryWordsOf } from './list-words.ts';

/** The members of a schema's objects, with all schemas that describe each. */
export type SchemaMembers = ReadonlyMap<string, readonly Part[]>;

/** The records that a query parameter may speak of. */
export interface Listed {
  readonly documents: Documents;
  readonly members: SchemaMembers;
}

/** A member that a query parameter names, and what its schema tells. */
export interface NamedMember {
  readonly steps: readonly string[];
  readonly part: Part | undefined;
  /** Whether it is in the objects of a list, and nothing but its name tells that it is meant. */
  readonly isInList?: true;
}

/** A member in a list that the name begins with: `lists[].id` by `list_id` and `list_ids`. */
export function findInNamedList(
  { documents, members }: Listed,
  name: string,
): NamedMember | undefined {
  const words = queryWordsOf(name).split('_');
  for (const [holder, [part]] of members) {
    const items = part && documents.own(part, 'items');
    const own = singular(queryWordsOf(holder)).split('_');
    const inner = words.slice(own.length).join('_').replace(/^ids$/, 'id');
    if (!items || inner === '' || own.join('_') !== words.slice(0, own.length).join('_')) continue;
    const { members: below } = outlineMembers(documents, items);
    const found = [...below.keys()].find((member) => queryWordsOf(member) === inner);
    if (found !== undefined) return { steps: [holder, found], part: below.get(found)?.[0] };
    if (inner === 'id' && holdsKeys(documents, items)) return { steps: [holder], part };
  }
  return undefined;
}

/** Whether the items of a list can only be keys: other texts may be names. */
function holdsKeys(documents: Documents, items: Part): boolean {
  const types = outlineTypes(documents, items);
  return types?.has('number') === true || keywordOf(documents, items, 'format') === 'uuid';
}

/** What may be an object is a reference, which rather the record itself has. */
function isPlain(documents: Documents, part: Part | undefined): boolean {
  const types = part && outlineTypes(documents, part);
  return types?.has('object') !== true;
}

/** No list of records is searched by these. */
const settings = /(settings?|config|configuration|preferences|options|defaults)$/i;

/** Members by which one of the records that records hold is named. */
const keys = /^(?:id|uuid|pk|slug|key|code)$/i;

/** What any record may have: a parameter of these names means that of the listed records. */
const ofAnyRecord =
  /(?:^|_)(?:creator|author|owner|user|account|member|person|editor|sender|assignee|reviewer|by|parent|group|type|kind|status|state)$/;

/** Whether an object in an object is a record of its own: `device_type.manufacturer`, with a key. */
function isRecord(documents: Documents, part: Part | undefined): boolean {
  const { members } = part ? outlineMembers(documents, part) : { members: new Map() };
  return [...members.keys()].some((name) => keys.test(name));
}

/**
 * The only member of a name in the objects that records hold: if lists hold these, or if it is a record
 * that another record shows.
 */
export function findInLists({ documents, members }: Listed, name: string): NamedMember | undefined {
  const words = queryWordsOf(name);
  const within = (
    holders: SchemaMembers,
    above: readonly string[],
  ): readonly (NamedMember | false | undefined)[] =>
    [...holders].flatMap(([holder, [part]]) => {
      const items = part && documents.own(part, 'items');
      if (!part || (!items && settings.test(holder))) return [];
      const below = outlineMembers(documents, items ?? part).members;
      const steps = [...above, holder];
      const found = [...below].flatMap(([member, [inner]]) =>
        queryWordsOf(member) === words
          ? [
              items
                ? isPlain(documents, inner) && {
                    steps: [...steps, member],
                    part: inner,
                    isInList: true as const,
                  }
                : !ofAnyRecord.test(words) &&
                  isRecord(documents, inner) &&
                  isRecord(documents, part) && { steps: [...steps, member], part: inner },
            ]
          : [],
      );
      const isHolder = above.length === 0 && holder === 'attributes';
      return isHolder ? [...found, ...within(below, steps)] : found;
    });
  const [only, ...others] = within(members, []);
  return others.length === 0 && only ? only : undefined;
}
