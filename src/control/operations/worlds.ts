import { ApiError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Commit, Validated } from '../../pipeline/exchange.ts';
import type { Credential } from '../../store/credentials/credential.ts';
import type { ClockSetting } from '../../store/worlds/clock.ts';
import type { Snapshot } from '../../store/worlds/snapshots.ts';
import type { Residence } from '../../store/worlds/residences.ts';
import type { World } from '../../store/worlds/world.ts';
import type { Behaviors, ControlPorts } from '../ports.ts';
import { membersOf, toDateTime } from '../ports.ts';

/** Behaviours that list, show, make and drop worlds. */
export function createWorldBehaviors(ports: ControlPorts): Behaviors {
  return {
    listWorlds: ({ parameters: { query } }) => {
      const all = ports.worlds().list();
      // The default one counts, too.
      const limit = Number(query['limit'] ?? all.length + 1);
      const shown = all.slice(Math.max(0, all.length + 1 - limit));
      return {
        status: 200,
        body: [describeMain(ports), ...shown.map((one) => describeResidence(one, ports))],
      };
    },
    getWorld: ({ parameters: { path } }) => ({
      status: 200,
      body: lookUpWorld(ports, path['name'] ?? ''),
    }),
    makeWorld: (request) => {
      const { from, scenario, seed, now, frozen } = membersOf(request);
      const prepared = ports.prepareWorld(request.parameters.path['name'] ?? '', {
        from: textOf(from),
        scenario: textOf(scenario),
        seed: textOf(seed),
        now: textOf(now),
        frozen: frozen === true,
      });
      return {
        status: prepared.isNew ? 201 : 200,
        body: describeResidence(prepared.residence, ports),
        commit: prepared.openKept,
      };
    },
    dropWorld: ({ parameters: { path } }) => {
      const { name = '' } = path;
      const worlds = ports.worlds();
      if (name !== worlds.main.name) lookUpWorld(ports, name);
      return { status: 204, commit: () => worlds.dropKept(name) };
    },
  };
}

type WorldPorts = Pick<ControlPorts, 'prefix' | 'worlds' | 'isChanged'>;

/** The document of a world; throws where there is none of that name. */
export function lookUpWorld(ports: WorldPorts, name: string): JsonObject {
  const { prefix } = ports;
  const { main, look } = ports.worlds();
  if (name === main.name) return describeMain(ports);
  const residence = look(name);
  if (residence) return describeResidence(residence, ports);
  const detail = `There is no world "${name}". GET ${prefix}/worlds lists them, PUT ${prefix}/worlds/${name} makes it.`;
  throw new ApiError('unknown-world', detail);
}

function describeMain(ports: WorldPorts): JsonObject {
  return describeWorld(ports.worlds().main, ports);
}

function describeResidence(
  { world, from, madeAt, usedAt }: Residence,
  ports: WorldPorts,
): JsonObject {
  return {
    ...describeWorld(world, ports, from),
    made_at: toDateTime(madeAt),
    used_at: toDateTime(usedAt),
  };
}

function describeWorld(world: World, { isChanged }: WorldPorts, from?: string): JsonObject {
  const { name, scenario, seed, clock, version } = world;
  return {
    name,
    from: from ?? null,
    scenario: scenario ?? null,
    seed,
    now: toDateTime(clock.now()),
    frozen: clock.setting?.isFrozen ?? false,
    version,
    changed: isChanged(world),
  };
}

function textOf(member: JsonValue | undefined): string | undefined {
  return typeof member === 'string' ? member : undefined;
}

/** Behaviours for snapshots, which may come from any world. */
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
      const saved = { name, world: world.name, savedAt };
      const save = (): Promise<void> | undefined => snapshots.saveKept({ ...saved, state });
      return {
        status: snapshots.has(name) ? 200 : 201,
        body: describeSnapshot(saved),
        // Waits until the state is durable: a change that cannot be stored is undone.
        commit() {
          const durable = world.durable();
          return durable ? durable.then(save) : save();
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
      return { status: 204, commit: () => snapshots.dropKept(name) };
    },
  };
}

function describeSnapshot({ name, world, savedAt }: Omit<Snapshot, 'state'>): JsonObject {
  return { name, world, saved_at: toDateTime(savedAt) };
}

/** Behaviours for the credentials of a world. */
export function createCredentialBehaviors(ports: ControlPorts): Behaviors {
  return {
    listCredentials: (request) => ({
      status: 200,
      body: listMasked(ports, ports.worldOf(request)),
    }),
    mintCredential: (request) => {
      const world = ports.worldOf(request);
      const { credential, notice } = ports.prepareCredential(membersOf(request), world);
      const told = notice === undefined ? {} : { notice };
      return {
        status: 201,
        body: { ...ports.writeCredential(credential), ...told },
        commit() {
          world.credentials.mint(credential);
          return world.keepFacts();
        },
      };
    },
    getCredentials: (request) => ({
      status: 200,
      body: findCredentials(ports, request).map((entry) => {
        const carried = ports.carryCredential(entry);
        return { ...ports.writeCredential(entry), send: carried ? { ...carried } : null };
      }),
    }),
    revokeCredential: (request) => {
      const { name = '' } = request.parameters.path;
      findCredentials(ports, request);
      const world = ports.worldOf(request);
      return {
        status: 204,
        commit() {
          world.credentials.revoke(name);
          return world.keepFacts();
        },
      };
    },
  };
}

/** Those of the name in the path; there is at least one. */
function findCredentials(ports: ControlPorts, request: Validated): readonly Credential[] {
  const { name = '' } = request.parameters.path;
  const { credentials, name: where } = ports.worldOf(request);
  const found = credentials.entries.filter((entry) => entry.name === name);
  if (found.length > 0) return found;
  const detail = `There is no credential "${name}" in the world "${where}". GET ${ports.prefix}/credentials lists them.`;
  throw new ApiError('record-not-found', detail);
}

/** The credentials of a world, without their secrets. */
export function listMasked(
  { writeCredential }: Pick<ControlPorts, 'writeCredential'>,
  { credentials }: World,
): readonly JsonObject[] {
  return credentials.entries.map((entry) => ({ ...writeCredential(mask(entry)) }));
}

/** Shows enough of a credential to recognise it, and too little to use it. */
function mask(credential: Credential): Credential {
  const shown = credential.value.length < 12 ? '' : credential.value.slice(0, 4);
  return { ...credential, value: `${shown}…` };
}

/** Behaviours for the clock of a world; new records and the expiry of credentials follow it. */
export function createClockBehaviors(ports: ControlPorts): Behaviors {
  const describe = (setting: ClockSetting | undefined): JsonObject => ({
    now: toDateTime(setting?.now ?? ports.now()),
    frozen: setting?.isFrozen ?? false,
  });
  const setTo =
    (world: World, setting: ClockSetting | undefined): Commit =>
    () =>
      ports.moveClock(world, (clock) => clock.set(setting));
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
      // Without `now`, a clock that was set keeps the time that it shows.
      const present = clock.setting ? clock.now() : undefined;
      const input = { now: textMember(now) ?? present, frozen: frozen === true };
      const setting = ports.readClockInput(input, clock.now());
      return { status: 200, body: describe(setting), commit: setTo(world, setting) };
    },
    advanceClock: (request) => {
      const world = ports.worldOf(request);
      const setting = ports.advanceClock(world.clock, amountIn(request));
      return { status: 200, body: describe(setting), commit: setTo(world, setting) };
    },
    resetClock: (request) => {
      const world = ports.worldOf(request);
      return { status: 204, commit: () => ports.moveClock(world, (clock) => clock.reset()) };
    },
  };
}

function textMember(member: JsonValue | undefined): string | undefined {
  return typeof member === 'string' ? member : undefined;
}

function amountIn(request: Validated): string | number {
  const { by } = membersOf(request);
  return typeof by === 'number' ? by : (textMember(by) ?? '');
}
