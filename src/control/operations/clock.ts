import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { ClockSetting } from '../../store/worlds/clock.ts';
import { doAtOnce, membersOf, toDateTime } from '../outcomes.ts';
import type { Behaviors, ControlPorts } from '../ports.ts';

/** The time of a world, which new records and credentials that expire go by. */
export function createClockBehaviors(ports: ControlPorts): Behaviors {
  const describe = (setting: ClockSetting | undefined): JsonObject => ({
    now: toDateTime(setting?.now ?? ports.now()),
    frozen: setting?.isFrozen ?? false,
  });
  return {
    getClock: (request) => {
      const { clock } = ports.worldOf(request);
      const { isFrozen = false } = clock.setting ?? {};
      return { status: 200, body: { now: toDateTime(clock.now()), frozen: isFrozen } };
    },
    setClock: (request) => {
      const world = ports.worldOf(request);
      const { clock } = world;
      const { now, frozen } = membersOf(request);
      // Without a time it stays the one that it shows.
      const present = clock.setting ? clock.now() : undefined;
      const wish = { now: textOf(now) ?? present, frozen: frozen === true };
      const setting = ports.readClockWish(wish, clock.now());
      const commit = doAtOnce(() => clock.set(setting));
      return { status: 200, body: describe(setting), commit };
    },
    advanceClock: (request) => {
      const world = ports.worldOf(request);
      const setting = ports.advanceClock(world.clock, amountIn(request));
      const commit = doAtOnce(() => world.clock.set(setting));
      return { status: 200, body: describe(setting), commit };
    },
    resetClock: (request) => {
      const { clock } = ports.worldOf(request);
      return { status: 204, commit: doAtOnce(() => clock.reset()) };
    },
  };
}

function textOf(member: JsonValue | undefined): string | undefined {
  return typeof member === 'string' ? member : undefined;
}

function amountIn(request: Validated): string | number {
  const { by } = membersOf(request);
  return typeof by === 'number' ? by : (textOf(by) ?? '');
}
