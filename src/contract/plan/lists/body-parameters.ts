import { isJsonObject } from '../../../base/json.ts';
import type { Part } from '../../load/documents.ts';
import type { Parameter } from '../../parameters/parameters.ts';
import type { Records } from '../views/records.ts';

/** The members of a body as if the query had them. */
export function parametersIn(records: Records, body: Part): readonly Parameter[] {
  return [...records.members(body)].map(([name, schema]) => asParameter('query', name, schema));
}

/** A member of a body as if the query or the path had it. */
export function asParameter(place: 'query' | 'path', name: string, schema: Part): Parameter {
  const { description } = isJsonObject(schema.value) ? schema.value : {};
  return {
    name,
    in: place,
    style: place === 'query' ? 'form' : 'simple',
    explode: place === 'query',
    isRequired: false,
    description: typeof description === 'string' ? description : '',
    allowsEmpty: false,
    mediaType: undefined,
    schema,
    check: undefined,
    examples: [],
    reader: () => {
      throw new Error(`The body has "${name}": no reader of parameters reads it.`);
    },
  };
}
