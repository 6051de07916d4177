import type { GivenMembers } from '../base/given.ts';
import { assertGiven } from '../base/given.ts';
import type { ContractTypes, UsualContract } from '../library/contract-types.ts';
import type { MockWorldInput } from '../library/worlds.ts';
import type { ServerPlace } from './calls.ts';
import { createCalls } from './calls.ts';
import type { Schemas } from './control-types.ts';
import { find, openControls, openWorld } from './open-world.ts';
import { writeMoment } from './documents.ts';
import { nameWorld } from './world-names.ts';
import type { RemoteControls, RemoteRequests, RemoteWorld } from './remote-world.ts';

/**
 * A server that runs elsewhere. What a world has, it has for its default world; its requests are those
 * of all worlds.
 */
export interface RemoteMock<Known extends ContractTypes = UsualContract>
  extends RemoteControls<Known>, RemoteRequests<Known, never> {
  /**
   * A private world: a copy of the fixtures that only its clients see. Without a name it gets a new
   * one. With `input` it is made anew, and replaces one of that name.
   */
  world(name?: string, input?: MockWorldInput): Promise<RemoteWorld<Known>>;
}

/** How to be let in. */
export type ConnectOptions = Omit<ServerPlace, 'url'>;

/** A client of the server at a base URL. It asks nothing before it is used. */
export function connect<Known extends ContractTypes = UsualContract>(
  url: string,
  options?: ConnectOptions,
): RemoteMock<Known>;
// For `ReturnType<typeof connect>`, which takes the last signature.
export function connect(url: string, options?: ConnectOptions): RemoteMock;
export function connect(url: string, options: ConnectOptions = {}): RemoteMock {
  assertOptions(options);
  const calls = createCalls({ ...options, url });
  const place = { ...options, url: url.replace(/\/+$/, '') };
  return {
    ...openControls(place, calls),
    async world(name, input) {
      const chosen = name ?? nameWorld('world');
      const path = { name: chosen };
      const isNew = name === undefined || input !== undefined;
      if (isNew || !(await find(calls.call('GET /worlds/{name}', { path }), ['unknown-world'])))
        await calls.call('PUT /worlds/{name}', { path, body: writeInput(input) });
      return openWorld(place, calls, chosen);
    },
  };
}

function writeInput({ now, ...rest }: MockWorldInput = {}): Schemas['WorldWish'] {
  const moment = now === undefined ? {} : { now: writeMoment(now) };
  return { ...rest, ...moment } as Schemas['WorldWish'];
}

function assertOptions(given: unknown): void {
  // Not in the words of all calls, which would show the token.
  if (typeof given === 'string')
    throw new TypeError(
      'connect takes an object of options: write connect(url, { controlToken }).',
    );
  assertGiven('connect', given, optionMembers, { url: 'it stands in front of the options' });
}

const optionMembers: GivenMembers<ConnectOptions> = {
  controlToken: 'string',
  controlPrefix: 'string',
  fetch: 'any',
};
