import { ApiError } from '../errors.ts';
import type { JsonValue } from '../json.ts';
import type { Outcome } from '../pipeline/exchange.ts';
import type { World } from '../store/world.ts';
import type { Behaviors, ControlPorts } from './ports.ts';

/** What a world holds, and going back to what it held first. */
export function createStateBehaviors(ports: ControlPorts): Behaviors {
  return {
    getState: (request) => {
      const world = ports.worldOf(request);
      const collections = world.collectionNames.map((name) => [name, world.show(name) ?? []]);
      return whenDurable(world, Object.fromEntries(collections));
    },
    getCollection: (request) => {
      const { collection = '' } = request.parameters.path;
      const world = ports.worldOf(request);
      const records = world.show(collection);
      if (!records) throw refuseCollection(world, collection);
      return whenDurable(world, records);
    },
    getRecord: (request) => {
      const { collection = '', key = '' } = request.parameters.path;
      const world = ports.worldOf(request);
      if (!world.collectionNames.includes(collection)) throw refuseCollection(world, collection);
      const record = world.showOne(collection, key);
      if (!record) throw new ApiError('record-not-found', `There is no "${key}" in ${collection}.`);
      return whenDurable(world, record);
    },
    getDifferences: (request) => {
      const world = ports.worldOf(request);
      return whenDurable(
        world,
        ports.compareToBase(world).map((step) => ({ ...step })),
      );
    },
    getFixtures: (request) => {
      const world = ports.worldOf(request);
      return whenDurable(world, ports.exportFixtures(world));
    },
    resetState: (request) => {
      const world = ports.worldOf(request);
      return { status: 204, commit: () => world.reset() };
    },
  };
}

/** What is shown of a world must not be lost again once it has been told. */
function whenDurable(world: World, body: JsonValue): Outcome {
  return { status: 200, body, commit: () => world.durable() };
}

function refuseCollection(world: World, name: string): ApiError {
  const known = world.collectionNames.join(', ') || 'none';
  return new ApiError('record-not-found', `There is no collection "${name}". There is: ${known}.`);
}
