import type { Response } from '../../../contract/bodies/bodies.ts';
import type { ResponseHeader } from '../../../contract/bodies/headers.ts';
import type { EnvelopeMeaning, ListPlan } from '../../../contract/plan/lists/list-meanings.ts';
import { textOf } from '../../../base/json.ts';
import type { Validated } from '../../../pipeline/exchange.ts';
import type { Headers } from '../../replies/answer-headers.ts';
import { absolute, isLinkMeaning, linkTo, pretence, truthOf } from './envelope-values.ts';
import type { View } from './page-links.ts';

/** The declared headers that say something of a page. */
export function listHeaders(
  plan: ListPlan,
  response: Response | undefined,
  view: View,
  request: Validated,
): Headers {
  const entries = (plan.headers ?? []).flatMap(({ name, meaning }): readonly [string, string][] => {
    const declared = response?.headers.find((header) => header.name === name);
    if (!declared) return [];
    const text =
      meaning === 'links'
        ? writeLinks(view, request)
        : writeTruth(declared, meaning, view, request);
    return [[name, text]];
  });
  return Object.fromEntries(entries);
}

/** RFC 8288. A list of one page still says where it is: what is left out would be made up. */
function writeLinks(view: View, request: Validated): string {
  const relations = [
    ['prev', linkTo('previous', view, request)],
    ['next', linkTo('next', view, request)],
    ['first', linkTo('first', view, request)],
    ['last', linkTo('last', view, request)],
  ] as const;
  const written = relations.flatMap(([relation, path]) =>
    path === undefined
      ? []
      : [{ relation, text: `<${absolute(path, request)}>; rel="${relation}"` }],
  );
  const kept = new Set<string>();
  let length = 0;
  for (const relation of byUse) {
    length += written.find((link) => link.relation === relation)?.text.length ?? 0;
    if (length <= longestLinks) kept.add(relation);
  }
  const fitting = written.filter(({ relation }) => kept.has(relation));
  return fitting.map(({ text }) => text).join(', ');
}

/**
 * Many clients read no reply with more than 16 KiB of headers. A link repeats the query, which may be as
 * long as that, so that of long ones only those are sent that are followed most.
 */
const longestLinks = 8192;
const byUse = ['next', 'prev', 'first', 'last'] as const;

/** A header that has nothing to say is empty, where it may be. */
function writeTruth(
  header: ResponseHeader,
  meaning: EnvelopeMeaning,
  view: View,
  request: Validated,
): string {
  const truth = truthOf(meaning, view, request);
  const isEmptyAllowed = (header.check?.(header.read('')) ?? []).length === 0;
  if (truth === undefined && isEmptyAllowed) return '';
  const text = textOf(truth ?? pretence(meaning, view, request));
  return isLinkMeaning(meaning) ? absolute(text, request) : text;
}
