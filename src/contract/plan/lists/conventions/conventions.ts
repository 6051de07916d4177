import type { Convention, HeaderRule, MemberRule } from './convention.ts';
import { counts } from './counts.ts';
import { links } from './links.ts';
import { pagers } from './pagers.ts';

type Each = (typeof pagers)[number] | typeof counts | typeof links;
type KindOf<One> = One extends Convention<infer Kind, string, string> ? Kind : never;
type MeaningOf<One> = One extends Convention<string, infer Meaning, string> ? Meaning : never;
type OfHeaders<One> = One extends Convention<string, string, infer Meaning> ? Meaning : never;

export type PagingKind = KindOf<Each>;
export type EnvelopeMeaning = MeaningOf<Each>;
export type HeaderMeaning = EnvelopeMeaning | OfHeaders<Each>;

/** All conventions of lists, in the order in which they are asked. */
export const conventions: readonly Convention<PagingKind, EnvelopeMeaning, HeaderMeaning>[] = [
  counts,
  ...pagers,
  links,
];

/** By meaning. */
export const memberRules: ReadonlyMap<string, MemberRule<EnvelopeMeaning>> = new Map(
  conventions.flatMap(({ members = [] }) => members).map((rule) => [rule.meaning, rule]),
);

/** By meaning. */
export const headerRules: ReadonlyMap<string, HeaderRule<HeaderMeaning>> = new Map(
  conventions.flatMap(({ headers = [] }) => headers).map((rule) => [rule.meaning, rule]),
);
