import type { JsonObject } from '../../base/json.ts';
import type { Snapshot } from '../../store/worlds/snapshots.ts';
import { doAtOnce, toDateTime } from '../outcomes.ts';
import type { Behaviors, ControlPorts } from '../ports.ts';

/** States that are kept under a name, of whichever world. */
export function createSnapshotBehaviors(ports: ControlPorts): Behaviors {
  return {
    listSnapshots: () => ({
      status: 200,
      body: ports.worlds().snapshots.list().map(describeSnapshot),
    }),
    getSnapshot: ({ parameters: { path } }) => ({
      status: 200,
      body: describeSnapshot(ports.worlds().snapshots.get(path['name'] ?? '')),
    }),
    saveSnapshot: (request) => {
      const { name = '' } = request.parameters.path;
      const { snapshots } = ports.worlds();
      const world = ports.worldOf(request);
      const state = world.save();
      const savedAt = ports.now();
      const save = (): void => void snapshots.save(name, state, savedAt);
      return {
        status: snapshots.has(name) ? 200 : 201,
        body: describeSnapshot({ name, savedAt }),
        // What is taken back must not be in it.
        commit() {
          const durable = world.durable();
          return durable ? durable.then(save) : doAtOnce(save)();
        },
      };
    },
    restoreSnapshot: (request) => {
      const { state } = ports.worlds().snapshots.get(request.parameters.path['name'] ?? '');
      const world = ports.worldOf(request);
      return { status: 204, commit: () => world.restore(state) };
    },
    dropSnapshot: ({ parameters: { path } }) => {
      const { snapshots } = ports.worlds();
      const { name } = snapshots.get(path['name'] ?? '');
      return { status: 204, commit: doAtOnce(() => snapshots.drop(name)) };
    },
  };
}

function describeSnapshot({ name, savedAt }: Pick<Snapshot, 'name' | 'savedAt'>): JsonObject {
  return { name, saved_at: toDateTime(savedAt) };
}
