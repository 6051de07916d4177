import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Complaint } from '../base/errors.ts';
import { messageOf, StartError } from '../base/errors.ts';
import { findOperation, suggestOperations } from '../base/operation-names.ts';
import { findPlace } from '../behaviors/handlers/failures.ts';
import type { OperationHandler, OperationHandlers } from '../behaviors/handlers/handler.ts';
import type { CreateHandling, HandlingRules } from '../behaviors/handlers/handling.ts';
import { createHandling } from '../behaviors/handlers/handling.ts';
import type { Contract } from '../contract/compile.ts';
import type { Operation } from '../contract/operations.ts';
import { findResponse } from '../contract/operations.ts';
import { chooseAnswer } from '../pipeline/choose-answer.ts';
import { createDatabase } from '../store/database.ts';
import { createWorld } from '../store/worlds/world.ts';

/** The handlers of a contract's operations, and the file that they come from. */
export interface LoadedHandlers {
  readonly handling: CreateHandling;
  /** Undefined where a test hands them over. */
  readonly file: { readonly path: string; readonly text: string } | undefined;
}

/** Throws a StartError where the file can't be loaded, or a handler has no operation. */
export async function loadHandlers(
  given: string | OperationHandlers,
  contract: Contract,
): Promise<LoadedHandlers> {
  if (typeof given !== 'string') {
    return { handling: createHandling(toRules(given, contract, 'behaviors')), file: undefined };
  }
  const path = resolve(given);
  const { handlers, text } = await importHandlers(path, given);
  return { handling: createHandling(toRules(handlers, contract, given)), file: { path, text } };
}

async function importHandlers(
  path: string,
  file: string,
): Promise<{ readonly handlers: unknown; readonly text: string }> {
  let loaded: unknown;
  let text = '';
  try {
    text = await readFile(path, 'utf8');
    // By its text: Node keeps a module that it has loaded, also where the file is another by now.
    const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
    loaded = await import(`${pathToFileURL(path).href}?${version}`);
  } catch (error) {
    const place = findPlace(error);
    // Node tells the place of such a fault only where it prints it itself.
    const advice = error instanceof SyntaxError ? `; "node --check ${file}" shows where` : '';
    const where = place === undefined ? advice : ` (${place})`;
    throw new StartError([{ file, message: `can't be loaded: ${messageOf(error)}${where}` }]);
  }
  const handlers: unknown =
    typeof loaded === 'object' && loaded !== null ? Reflect.get(loaded, 'default') : undefined;
  if (typeof handlers === 'object' && handlers !== null) return { handlers, text };
  const message =
    'must export its handlers: export default { createOrder({ request, records, usual }) { return usual; } }';
  throw new StartError([{ file, message }]);
}

function toRules(given: unknown, contract: Contract, source: string): HandlingRules {
  const handlers = new Map<Operation, OperationHandler>();
  const complaints: Complaint[] = [];
  for (const [name, handler] of Object.entries(Object(given))) {
    const operation = findOperation(contract.operations, name);
    const fault = operation ? findFault(handler) : describeUnknown(name, contract);
    const twice =
      operation && handlers.has(operation) ? `${operation.id} has a handler already` : undefined;
    const message = fault ?? twice;
    if (message !== undefined) complaints.push({ file: source, message: `"${name}": ${message}` });
    else if (operation && isHandler(handler)) handlers.set(operation, handler);
  }
  if (complaints.length > 0) throw new StartError(complaints);
  return {
    handlers,
    source,
    fork(world) {
      const { name, seed, scenario, clock, credentials, base } = world;
      const database = createDatabase(world.save());
      return createWorld({ name, seed, scenario, clock, credentials, base, database });
    },
    choose(request, status) {
      if (!findResponse(request.operation, status)) return undefined;
      const preferences = {
        code: status,
        example: undefined,
        isDynamic: undefined,
        seed: undefined,
      };
      return chooseAnswer(request, preferences);
    },
  };
}

function describeUnknown(name: string, { operations }: Contract): string {
  return `the contract has no such operation, neither by its operationId nor as "GET /path": ${suggestOperations(operations, name)}`;
}

/** Only a trial shows whether a function returns a promise; one that says so is told at once. */
function findFault(handler: unknown): string | undefined {
  if (!isHandler(handler)) return 'must be a function';
  return handler.constructor.name === 'AsyncFunction'
    ? 'must be synchronous, so that no request sees half a change: leave out async'
    : undefined;
}

function isHandler(value: unknown): value is OperationHandler {
  return typeof value === 'function';
}
