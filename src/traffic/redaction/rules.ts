import type { Disclosed } from './found/found-secrets.ts';
import type { Secrets } from './found/secrets.ts';
import type { TextRules } from './found/text-secrets.ts';
import { hideInText } from './found/text-secrets.ts';
import { hideQuotes } from './quotes.ts';
import type { SecretSearch } from './search.ts';
import { hideCutParts, hideParts } from './search.ts';

/** What there is to hide of one request and its reply. */
export interface RedactionRules extends TextRules {
  readonly search: SecretSearch;
  readonly secrets: Secrets;
  readonly disclosed: Disclosed;
  /** Whether the path has no secret in a place for one. */
  readonly hasPlainPath: boolean;
}

export function createRules(
  search: SecretSearch,
  secrets: Secrets,
  disclosed: Disclosed,
  hasPlainPath = false,
): RedactionRules {
  const { members, names, known } = secrets;
  const hideKnown = (text: string): string =>
    hideParts(known.hideIn(hideCutParts(text, search)), search);
  return { search, secrets, disclosed, hasPlainPath, members, names, hideKnown };
}

/** A whole value that is a secret. */
export function isKnown(value: string, { search, secrets }: RedactionRules): boolean {
  return search.values.has(value) || secrets.known.has(value);
}

export function hide(text: string, rules: RedactionRules): string {
  const { search } = rules;
  const isSecret = (value: string): boolean => search.isPartial || isKnown(value, rules);
  const plain = hideQuotes(hideCutParts(text, search), isSecret);
  return hideInText(plain, rules);
}
