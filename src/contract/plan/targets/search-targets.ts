import { isJsonObject } from '../../../base/json.ts';
import { plainName } from '../../../base/names.ts';
import type { Part } from '../../load/documents.ts';
import type { Parameter } from '../../parameters/parameters.ts';
import { planList } from '../lists/list-plan.ts';
import type { Target } from '../plan.ts';
import { findList } from '../views/evidence.ts';
import { patternOf } from '../views/path-pattern.ts';
import { bodyOf, isLike } from '../views/record-spots.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { Sight, TargetContext } from './target-context.ts';
import { listedIn, nounOf, recordIn, stateful } from './target-context.ts';

const searchWords = new Set(['search', 'query', 'find', 'filter', 'list', 'lookup', 'ids']);

/**
 * `POST /users/search` with `{"term": "ann"}`, `POST /users/ids` with a list of keys: a list of the
 * records at `/users`, whose query stands in the body.
 */
export function searchTarget(context: TargetContext, entry: OperationEntry): Target | undefined {
  const { lens } = context;
  const { operation } = entry;
  const sight = isSearch(entry) ? sightOf(context, entry) : undefined;
  const body = bodyOf(operation);
  const array = sight && findList(lens, entry, sight.view.evidence.name);
  const record = sight && (recordIn(sight) ?? sight.group.views[0]?.schema);
  if (!sight || !array || !body || !record) return undefined;
  if (!isLike(lens.records, array.items, record)) return undefined;
  const isOfKeys = lens.records.isList(body);
  const asked = isOfKeys ? [] : parametersIn(context, body);
  const { key = [] } = sight.view;
  const told = { ...operation, parameters: [...operation.parameters, ...asked] };
  const planned = planList(lens.documents, told, array, record);
  const list = isOfKeys
    ? { ...planned, queries: new Map([[keysInBody, { kind: 'filter', steps: key } as const]]) }
    : planned;
  const shown = listedIn(array);
  const why = `answers with those of ${nounOf(context, sight.group)} that the body asks for`;
  const target = stateful(context, entry, sight, { role: 'list', shown, list, why });
  return target.role === 'improvised' ? target : { ...target, isAskedInBody: true };
}

function isSearch({ operation, pathPattern }: OperationEntry): boolean {
  const last = pathPattern.steps.at(-1);
  return (
    operation.method === 'POST' && last?.kind === 'text' && searchWords.has(plainName(last.text))
  );
}

/** The records at the place before the last word of the path. */
function sightOf(
  { sites, shownAt }: TargetContext,
  { pathPattern }: OperationEntry,
): Sight | undefined {
  const site = sites.at.get(patternOf(pathPattern.steps.slice(0, -1)));
  const sight = site && shownAt(site).many;
  return sight?.view.kind === 'items' ? sight : undefined;
}

/** What a body that is a list of keys is called among the parameters of a query. */
const keysInBody = 'ids';

/** The members of the body as if the query had them. */
function parametersIn({ lens: { records } }: TargetContext, body: Part): readonly Parameter[] {
  return [...records.members(body)].map(([name, schema]) => {
    const { description } = isJsonObject(schema.value) ? schema.value : {};
    return {
      name,
      in: 'query',
      style: 'form',
      explode: true,
      isRequired: false,
      description: typeof description === 'string' ? description : '',
      allowsEmpty: false,
      mediaType: undefined,
      schema,
      check: undefined,
      examples: [],
      reader: () => {
        throw new Error(`The body has "${name}": no reader of queries reads it.`);
      },
    };
  });
}
