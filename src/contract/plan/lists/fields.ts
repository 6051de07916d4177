import type { Parameter } from '../../parameters/parameters.ts';
import { namesIn } from './conventions/convention.ts';
import { queryWordsOf } from './list-words.ts';

const names = namesIn('fields field select only opt_fields only_fields odata_select');
/** What such a parameter may ask for besides: members that a reply doesn't have by itself. */
const others = /\b(additional|extra|expand|custom|search|filter)/i;

/** The query parameter that says which members of each record a reply shows: `fields=id,name`. */
export function fieldsParameter(parameters: readonly Parameter[]): string | undefined {
  return parameters.find(
    (one) =>
      one.in === 'query' && names.has(queryWordsOf(one.name)) && !others.test(one.description),
  )?.name;
}
