import { ApiError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { World } from '../../store/worlds/world.ts';
import type { Residence } from '../../store/worlds/worlds.ts';
import { doAtOnce, membersOf, toDateTime } from '../outcomes.ts';
import type { Behaviors, ControlPorts } from '../ports.ts';

/** Worlds: which there are, and making and dropping them. */
export function createWorldBehaviors(ports: ControlPorts): Behaviors {
  return {
    listWorlds: () => {
      const { main, list } = ports.worlds();
      return { status: 200, body: [describeWorld(main), ...list().map(describeResidence)] };
    },
    getWorld: ({ parameters: { path } }) => ({
      status: 200,
      body: lookUp(ports, path['name'] ?? ''),
    }),
    makeWorld: (request) => {
      const { from, seed, now, frozen } = membersOf(request);
      const time = { now: textOf(now), frozen: frozen === true };
      const prepared = ports.worlds().prepare(request.parameters.path['name'] ?? '', {
        from: textOf(from),
        seed: textOf(seed),
        clock: ports.readClockWish(time, ports.now()),
      });
      return {
        status: prepared.isNew ? 201 : 200,
        body: describeResidence(prepared.residence),
        commit: doAtOnce(prepared.open),
      };
    },
    dropWorld: ({ parameters: { path } }) => {
      const { name = '' } = path;
      const worlds = ports.worlds();
      if (name !== worlds.main.name) lookUp(ports, name);
      return { status: 204, commit: doAtOnce(() => worlds.drop(name)) };
    },
  };
}

function lookUp(ports: ControlPorts, name: string): JsonObject {
  const { prefix } = ports;
  const { main, look } = ports.worlds();
  if (name === main.name) return describeWorld(main);
  const residence = look(name);
  if (residence) return describeResidence(residence);
  const detail = `There is no world "${name}". GET ${prefix}/worlds lists them, PUT ${prefix}/worlds/${name} makes it.`;
  throw new ApiError('unknown-world', detail);
}

function describeResidence({ world, from, madeAt, usedAt }: Residence): JsonObject {
  return {
    ...describeWorld(world, from),
    made_at: toDateTime(madeAt),
    used_at: toDateTime(usedAt),
  };
}

function describeWorld({ name, seed, clock, version }: World, from?: string): JsonObject {
  return {
    name,
    from: from ?? null,
    seed,
    now: toDateTime(clock.now()),
    frozen: clock.setting?.isFrozen ?? false,
    version,
  };
}

function textOf(member: JsonValue | undefined): string | undefined {
  return typeof member === 'string' ? member : undefined;
}
