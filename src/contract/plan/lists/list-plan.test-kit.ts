import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { contractText, findOperation, loadText } from '../../contract-text.test-kit.ts';
import { findRecordArray } from '../views/record-arrays.ts';
import type { ListPlan } from './list-plan.ts';
import { planList } from './list-plan.ts';

export const text = { type: 'string' };
export const integer = { type: 'integer' };
export const flag = { type: 'boolean' };
const ship: JsonObject = {
  type: 'object',
  properties: {
    id: text,
    createdAt: { type: 'string', format: 'date-time' },
    updated_at: { type: 'string', format: 'date-time' },
    state: { type: 'string', enum: ['open', 'closed'] },
    kind: integer,
    size: integer,
    tag: text,
    first_name: text,
    owner: { type: 'object', properties: { id: text, name: text } },
    project: text,
    labels: { type: 'array', items: text },
    crew: { type: 'array', items: { type: 'object', properties: { id: text, name: text } } },
    is_open: flag,
    sunk_at: { type: 'string', format: 'date-time', nullable: true },
    harbour_id: integer,
    captainId: integer,
    port_id: integer,
    price: { type: 'object', properties: { amount: integer, currency: text } },
  },
};

/** A list as a contract declares it. */
export interface Declared {
  readonly parameters?: readonly JsonObject[];
  readonly around?: JsonObject;
  readonly headers?: JsonObject;
  /** The members of its records; default: those of a ship. */
  readonly members?: JsonObject;
  /** What the operation says of itself. */
  readonly description?: string;
}

export async function planOf(declared: Declared): Promise<ListPlan> {
  const { parameters = [], around, headers, description = '', members } = declared;
  const items = members ? { type: 'object', properties: members } : ship;
  const ships = { type: 'array', items };
  const schema = around ? { type: 'object', properties: { data: ships, ...around } } : ships;
  const answer = {
    description: 'Fine.',
    content: { 'application/json': { schema } },
    headers: headers ?? {},
  };
  const operation = { operationId: 'list', description, parameters, responses: { '200': answer } };
  const contract = await loadText(contractText({ '/ships': { get: operation } }));
  const found = findOperation(contract, 'list');
  const body = found.success?.media[0]?.schema;
  const array = body && findRecordArray(contract.documents, body);
  if (!array) throw new Error('the body has no array of records');
  return planList(contract.documents, found, array);
}

export function query(name: string, schema: JsonValue = text, description = ''): JsonObject {
  return { name, in: 'query', schema, description };
}
