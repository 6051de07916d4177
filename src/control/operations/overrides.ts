import type { Validated } from '../../pipeline/exchange.ts';
import type { OverrideDocument } from '../../traffic/documents.ts';
import type { Behaviors, ControlPorts } from '../ports.ts';
import { doAtOnce } from '../ports.ts';

/** Behaviours for the overrides of a world. */
export function createOverrideBehaviors(ports: ControlPorts): Behaviors {
  const { overrides } = ports;
  const worldOf = (request: Validated): string => ports.worldOf(request).name;
  return {
    listOverrides: (request) => ({ status: 200, body: overrides.list(worldOf(request)) }),
    addOverride: (request) => {
      const prepared = overrides.prepare(overrideIn(request), {
        world: worldOf(request),
      });
      return { status: 201, body: prepared.describe(), commit: doAtOnce(prepared.open) };
    },
    removeOverrides: (request) => {
      const world = worldOf(request);
      return { status: 204, commit: doAtOnce(() => overrides.clear(world)) };
    },
    getOverride: (request) => ({
      status: 200,
      body: overrides.get(worldOf(request), idOf(request)),
    }),
    putOverride: (request) => {
      const home = { world: worldOf(request), id: idOf(request) };
      const prepared = overrides.prepare(overrideIn(request), home);
      return {
        status: prepared.isNew ? 201 : 200,
        body: prepared.describe(),
        commit: doAtOnce(prepared.open),
      };
    },
    removeOverride: (request) => {
      const world = worldOf(request);
      const id = idOf(request);
      overrides.get(world, id);
      return { status: 204, commit: doAtOnce(() => overrides.remove(world, id)) };
    },
  };
}

/** A trust edge: the road has held the body to its schema, and a test holds the type to it. */
function overrideIn({ body }: Validated): OverrideDocument {
  return body as OverrideDocument;
}

function idOf({ parameters: { path } }: Validated): string {
  return path['id'] ?? '';
}
