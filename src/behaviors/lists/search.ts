import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { plainName, wordsOf } from '../../base/names.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { ContractIndex } from '../contract-index.ts';

/** Whether a member holds the key of a record, as its name tells. */
export type IsReference = (name: string) => boolean;

/** Whether the texts of a record contain all words. */
export function compileSearch(
  words: readonly string[],
  isReference: IsReference = () => true,
): (body: JsonObject) => boolean {
  const sought = [...new Set(words.map((word) => word.slice(0, longestWord)))].slice(0, mostWords);
  if (sought.length === 0) return () => true;
  return (body) => {
    const found: FoundTexts = { texts: [], addresses: [] };
    collectTexts(body, isReference, found);
    return sought.every((word) => {
      const isThere = (text: string): boolean => text.includes(word);
      return found.texts.some(isThere) || (inAddress.test(word) && found.addresses.some(isThere));
    });
  };
}

interface FoundTexts {
  readonly texts: string[];
  readonly addresses: string[];
}

/** A word that has what only addresses have is looked for in these, too. */
const inAddress = /\w[./:]+\w/;

/** A limit, since the server looks for each word in all texts of all records. */
const mostWords = 16;
/** A longer word could take long to look for in a long text. */
export const longestWord = 256;

/** `uniqueId` is a text like others where the contract has no collection of that name. */
export function findReferenceNames(
  { references }: Pick<ContractIndex, 'references'>,
  { parents }: Pick<Collection, 'parents'>,
): IsReference {
  const own = new Set(parents.map(({ member }) => member));
  const known = new Map<string, boolean>();
  const isNamed = (name: string): boolean => {
    const words = wordsOf(name);
    const ends = words.slice(0, -1).map((_, at) => plainName(words.slice(at).join('')));
    return own.has(name) || ends.some((end) => references().has(end));
  };
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = isNamed(name);
    if (known.size < mostNames) known.set(name, found);
    return found;
  };
}

const mostNames = 1000;

/** Texts that people read: no numbers, keys, addresses and times. */
function collectTexts(value: JsonValue, isReference: IsReference, found: FoundTexts): void {
  if (typeof value === 'string') {
    if (address.test(value)) found.addresses.push(value.toLowerCase());
    else if (!unread.test(value)) found.texts.push(value.toLowerCase());
  } else if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) collectTexts(item, isReference, found);
  } else if (isJsonObject(value)) {
    for (const [name, below] of Object.entries(value)) {
      const isSkipped = secret.test(name) || (key.test(name) && isReference(name));
      if (!isSkipped) collectTexts(below, isReference, found);
    }
  }
}

const address = /^https?:\/\//i;
const unread = /^(\d{4}-\d\d-\d\d([T ]|$)|[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$)/i;

/** Names of keys that are the record's own, and of what only programs read. */
const secret = /^(id|uuid|guid|pk)$|(_|-)(token|hash)s?$|[a-z\d](Token|Hash)s?$/;

const key = /(_|-)(id|uuid|guid)s?$|[a-z\d](Id|ID|Uuid|UUID)s?$/;
