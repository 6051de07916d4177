import { ApiError } from '../errors.ts';
import type { Behavior } from '../pipeline/exchange.ts';
import type { World } from '../store/world.ts';

/** What the control API may reach; handed in from outside. */
export interface ControlPorts {
  readonly version: string;
  /** Asked for at every request: a reload puts another in its place. */
  world(): World;
  isReady(): boolean;
}

/** The operations of the control document, by their ids. */
export function createControlBehaviors(ports: ControlPorts): Behavior {
  const behaviors: Readonly<Record<string, Behavior>> = {
    getHealth: () => ({ status: 200, body: { status: 'ok', version: ports.version } }),
    getReadiness: () => {
      if (!ports.isReady())
        throw new ApiError('shutting-down', 'The stand-in takes no more requests.');
      return { status: 200, body: { status: 'ready' } };
    },
    getState: () => {
      const world = ports.world();
      const collections = world.collectionNames.map((name) => [name, world.show(name) ?? []]);
      return { status: 200, body: Object.fromEntries(collections) };
    },
    getCollection: ({ parameters: { path } }) => {
      const records = ports.world().show(path['collection'] ?? '');
      if (!records) throw refuseCollection(ports.world(), path['collection']);
      return { status: 200, body: records };
    },
    getRecord: ({ parameters: { path } }) => {
      const { collection = '', key = '' } = path;
      if (!ports.world().collectionNames.includes(collection))
        throw refuseCollection(ports.world(), collection);
      const record = ports.world().showOne(collection, key);
      if (!record) throw new ApiError('record-not-found', `There is no "${key}" in ${collection}.`);
      return { status: 200, body: record };
    },
    resetState: () => ({ status: 204, commit: () => ports.world().reset() }),
  };
  return (request) => {
    const behavior = behaviors[request.operation.id];
    if (!behavior)
      throw new Error(
        `the control document has an operation that nobody does: ${request.operation.id}`,
      );
    return behavior(request);
  };
}

function refuseCollection(world: World, name: string | undefined): ApiError {
  const known = world.collectionNames.join(', ') || 'none';
  return new ApiError('record-not-found', `There is no collection "${name}". There is: ${known}.`);
}
