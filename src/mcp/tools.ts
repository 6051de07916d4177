import type { JsonObject, JsonValue } from '../base/json.ts';

/** A tool that an agent can call. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** The schema of its arguments: an object. */
  readonly input: JsonObject;
  /** Whether it leaves everything as it is. */
  readonly isReading: boolean;
  /** Throws a `Refusal` where the server refuses it. */
  call(this: void, given: JsonObject): Promise<JsonValue>;
}

/** The argument of every tool that asks a world. */
export const worldArgument: JsonObject = {
  type: 'string',
  description:
    'The world that is meant; one that is new begins with the fixtures. Default: the one that all clients share.',
};
