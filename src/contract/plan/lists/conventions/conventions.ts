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

export const memberRules: readonly MemberRule<EnvelopeMeaning>[] = conventions.flatMap(
  ({ members = [] }) => members,
);

export const headerRules: readonly HeaderRule<HeaderMeaning>[] = conventions.flatMap(
  ({ headers = [] }) => headers,
);
