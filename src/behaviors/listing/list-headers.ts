import type { Response } from '../../contract/bodies.ts';
import type { ResponseHeader } from '../../contract/headers.ts';
import type { EnvelopeMeaning, ListPlan } from '../../contract/plan/list-meanings.ts';
import { textOf } from '../../json.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { Headers } from '../answer-headers.ts';
import { absolute, isLinkMeaning, linkTo, pretence, truthOf } from './truths.ts';
import type { View } from './turning.ts';

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
  return relations
    .flatMap(([relation, path]) =>
      path === undefined ? [] : [`<${absolute(path, request)}>; rel="${relation}"`],
    )
    .join(', ');
}

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
