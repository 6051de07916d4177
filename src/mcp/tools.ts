import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Calls, ServerPlace } from '../client/calls.ts';

/** The server that a tool asks, and the world that is meant where an agent names none. */
export interface Asked {
  readonly place: ServerPlace;
  /** Undefined: the default world. */
  readonly world: string | undefined;
  /** The control API in that world. */
  readonly calls: Calls;
}

/** A tool that an agent can call. It is the same for all servers and worlds. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** The schema of its arguments: an object. */
  readonly input: JsonObject;
  /** Whether it leaves everything as it is. */
  readonly isReading: boolean;
  /** Throws a `Refusal` where the server refuses it. */
  call(this: void, given: JsonObject, asked: Asked): Promise<JsonValue>;
}

const own = 'the world in the address of this MCP server';

/** Which world is used where an agent names none. */
export const whereNone: string = `Default: ${own}, else the one that all clients share.`;

/** The argument of every tool that asks a world. */
export const worldArgument: JsonObject = {
  type: 'string',
  description: `The world that is meant; one that is new begins with the fixtures. ${whereNone}`,
};

/** The same where the requests of a world are meant: without a name they are those of all. */
export const requestsArgument: JsonObject = {
  type: 'string',
  description: `The world whose requests are meant. Default: ${own}, else all worlds.`,
};
