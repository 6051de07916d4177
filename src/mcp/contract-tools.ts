import type { JsonObject, JsonValue } from '../base/json.ts';
import { textOf } from '../base/json.ts';
import { suggestNames } from '../base/nearest.ts';
import type { Calls } from '../client/calls.ts';
import type { Tool } from './tools.ts';

/** Tools that tell what the contract declares, and what the plan makes of it. */
export function createContractTools(): readonly Tool[] {
  return [listOperations(), explainOperation()];
}

/** How many operations are listed where an agent does not say. */
const usualList = 100;

/** An operation of the plan, as far as tools need it. */
export interface Planned {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly [member: string]: JsonValue;
}

function listOperations(): Tool {
  return {
    name: 'list_operations',
    description:
      'List the operations of the contract: what each does, to which collection, and whether records answer it.',
    input: {
      type: 'object',
      properties: {
        search: {
          type: 'string',
          description: 'Only those with this text in id, path, summary or collection.',
        },
        offset: { type: 'integer', minimum: 0, default: 0 },
        limit: { type: 'integer', minimum: 1, maximum: 500, default: usualList },
      },
      additionalProperties: false,
    },
    isReading: true,
    async call({ search = '', offset = 0, limit = usualList }, { calls }) {
      const wanted = textOf(search).toLowerCase();
      const found = (await readPlan(calls)).filter(({ id, path, summary, collection }) =>
        [id, path, summary, collection].some((text) =>
          textOf(text ?? '')
            .toLowerCase()
            .includes(wanted),
        ),
      );
      return {
        count: found.length,
        operations: found.slice(Number(offset), Number(offset) + Number(limit)).map(outline),
      };
    },
  };
}

function outline({
  id,
  method,
  path,
  summary = null,
  does = null,
  collection = null,
}: Planned): JsonObject {
  return { id, method, path, summary, does, collection };
}

function explainOperation(): Tool {
  return {
    name: 'explain_operation',
    description:
      'Show one operation: parameters, body, replies and security as the contract declares them, with all that they refer to, in `referred`; what the plan makes of it, and why.',
    input: {
      type: 'object',
      properties: { operation: operationArgument },
      required: ['operation'],
      additionalProperties: false,
    },
    isReading: true,
    async call({ operation }, { calls }) {
      const plan = await findPlanned(calls, textOf(operation));
      const path = { id: plan.id };
      // A trust edge: the server has held it to its contract.
      const declared = (await calls.call('GET /operations/{id}', {
        path,
      })) as unknown as JsonObject;
      return { plan, ...declared };
    },
  };
}

export const operationArgument: JsonObject = {
  type: 'string',
  description: 'The id of an operation, as list_operations tells it.',
};

async function readPlan(calls: Calls): Promise<readonly Planned[]> {
  const { operations } = await calls.call('GET /plan');
  // A trust edge: the server has held the plan to its contract.
  return operations as unknown as readonly Planned[];
}

/** By its id, or by its method and path. */
export async function findPlanned(calls: Calls, name: string): Promise<Planned> {
  const plan = await readPlan(calls);
  const found = plan.find(({ id, method, path }) => id === name || `${method} ${path}` === name);
  if (found) return found;
  const known = suggestNames(
    name,
    plan.map(({ id }) => id),
  );
  throw new Error(`the contract has no operation ${JSON.stringify(name)}: ${known}`);
}
