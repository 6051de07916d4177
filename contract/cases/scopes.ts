import type { Case, Expectation, Table } from '../case.ts';
import { single } from '../case.ts';
import type { Name } from '../given.ts';
import type { Headers, Scheme, Subject } from '../requests.ts';
import { schemes, segment, subjects, unknownCredential } from '../requests.ts';

/** One credential, alone, against one operation. */
interface Rule {
  readonly title: string;
  /** Which of the scheme's credentials: the name without the scheme's prefix. */
  readonly credential: (subject: Subject) => Suffix;
  readonly outcome: 'served' | 'insufficient' | 'invalid';
}

type Suffix = Name extends infer N ? (N extends `KEY_${infer S}` ? S : never) : never;

const rules: readonly Rule[] = [
  { title: 'all scopes', credential: () => 'ALL', outcome: 'served' },
  { title: 'its scope only', credential: ({ own }) => own, outcome: 'served' },
  {
    title: 'the scope of the other only',
    credential: ({ foreign }) => foreign,
    outcome: 'insufficient',
  },
  { title: 'no scopes', credential: () => 'NONE', outcome: 'insufficient' },
  { title: 'expired', credential: () => 'EXPIRED', outcome: 'invalid' },
];

function expectationFor(
  { success, scope }: Subject,
  { prefix }: Scheme,
  { outcome }: Rule,
): Expectation {
  switch (outcome) {
    case 'served':
      return { status: success };
    case 'insufficient':
      return {
        status: 403,
        kind: 'insufficient-scope',
        detail: [scope],
        challenge: { error: 'insufficient_scope', scope },
      };
    case 'invalid':
      return {
        status: 401,
        kind: 'invalid-credentials',
        // RFC 6750 speaks of tokens only; what it says of other credentials is left open.
        challenge: prefix === 'TOKEN' ? { error: 'invalid_token', scope: undefined } : {},
      };
  }
}

function casesFor(subject: Subject, scheme: Scheme): readonly Case[] {
  const { id, build, path, success } = subject;
  const { title, prefix, carry } = scheme;
  const bad = (name: string, credentials: Headers, objection?: string): Case =>
    single(
      `${id}: ${title}, ${name}`,
      (given) => build(given, { credentials }),
      expectationFor(subject, scheme, {
        title: name,
        credential: () => 'NONE',
        outcome: 'invalid',
      }),
      { objection },
    );
  return [
    ...rules.map((rule) =>
      single(
        `${id}: ${title}, ${rule.title}`,
        (given) =>
          build(given, {
            credentials: carry(given.value(`${prefix}_${rule.credential(subject)}`)),
          }),
        expectationFor(subject, scheme, rule),
      ),
    ),
    bad('unknown', carry(unknownCredential)),
    bad('empty', carry(''), 'there is no credential in it'),
    single(
      `${id}: ${title}, confined to a workspace, within it`,
      (given) => build(given, { credentials: carry(given.value(`${prefix}_CONFINED`)) }),
      { status: success },
    ),
    single(
      `${id}: ${title}, confined to a workspace, outside it`,
      (given) =>
        build(given, {
          credentials: carry(given.value(`${prefix}_CONFINED`)),
          path: path(given, { workspace: segment(given, 'OTHER_WORKSPACE') }),
        }),
      { status: 403, kind: 'out-of-reach', challenge: {} },
    ),
    single(
      `${id}: ${title}, confined to a workspace, one that does not exist`,
      (given) =>
        build(given, {
          credentials: carry(given.value(`${prefix}_CONFINED`)),
          path: path(given, { workspace: 'no-such-workspace' }),
        }),
      { status: 403, kind: 'out-of-reach', challenge: {} },
    ),
  ];
}

export const scopes: Table = {
  title: 'one credential',
  cases: subjects.flatMap((subject) => [
    single(
      `${subject.id}: none at all`,
      (given) => subject.build(given, { credentials: {} }),
      // Who has shown nothing is told of no error (RFC 6750, section 3.1).
      {
        status: 401,
        kind: 'missing-credentials',
        challenge: { error: undefined, scope: undefined },
      },
      { objection: 'there is no credential' },
    ),
    ...schemes.flatMap((scheme) => casesFor(subject, scheme)),
  ]),
};
