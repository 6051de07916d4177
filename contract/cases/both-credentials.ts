import type { Case, Expectation, Table } from '../case.ts';
import { single } from '../case.ts';
import type { Given } from '../given.ts';
import type { Scheme, Subject } from '../requests.ts';
import { schemes, subjects, unknownCredential } from '../requests.ts';

/** What a credential is worth; the pair is worth what the better one is. */
const worths = ['good', 'without the scope', 'unknown', 'expired', 'empty'] as const;
type Worth = (typeof worths)[number];

function valueFor(given: Given, { prefix }: Scheme, worth: Worth): string {
  switch (worth) {
    case 'good':
      return given.value(`${prefix}_ALL`);
    case 'without the scope':
      return given.value(`${prefix}_NONE`);
    case 'expired':
      return given.value(`${prefix}_EXPIRED`);
    case 'unknown':
      return unknownCredential;
    case 'empty':
      return '';
  }
}

function expectationFor({ success, scope }: Subject, pair: readonly Worth[]): Expectation {
  if (pair.includes('good')) return { status: success };
  if (pair.includes('without the scope')) {
    return {
      status: 403,
      kind: 'insufficient-scope',
      challenge: { error: 'insufficient_scope', scope },
    };
  }
  return { status: 401, kind: 'invalid-credentials', challenge: {} };
}

function casesFor(subject: Subject): readonly Case[] {
  const [key, token] = schemes;
  if (!key || !token) return [];
  return worths.flatMap((keyWorth) =>
    worths.map((tokenWorth) =>
      single(
        `${subject.id}: API key ${keyWorth}, OAuth token ${tokenWorth}`,
        (given) =>
          subject.build(given, {
            credentials: {
              ...key.carry(valueFor(given, key, keyWorth)),
              ...token.carry(valueFor(given, token, tokenWorth)),
            },
          }),
        expectationFor(subject, [keyWorth, tokenWorth]),
        keyWorth === 'empty' && tokenWorth === 'empty'
          ? { objection: 'there is no credential in either' }
          : {},
      ),
    ),
  );
}

/** One alternative that is satisfied in full is enough. */
export const bothCredentials: Table = {
  title: 'both credentials at once',
  cases: subjects.flatMap(casesFor),
};
