import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, inject, it } from 'vitest';

import { planText } from '../../src/command/plan.ts';
import { loadBlueprint, resolvePlaces } from '../../src/server/blueprint.ts';
import type { PlanDocument } from '../../src/server/plan-document.ts';
import { describePlan } from '../../src/server/plan-document.ts';

/** Plans that were read through: a change of one is a change to be read. */
const reviewed = [
  ['github', 'api.github.com'],
  ['stripe', 'stripe.com'],
  ['digitalocean', 'digitalocean.com'],
] as const;

/** Set, it writes the plans down instead of comparing them. */
const isUpdate = Boolean(process.env['STUNTDOUBLE_UPDATE_PLANS']);

async function planOf(file: string): Promise<PlanDocument> {
  const places = resolvePlaces([file], undefined);
  const blueprint = await loadBlueprint(places, {
    isLenient: true,
    isComplete: false,
    allowRemoteRefs: false,
    allowRefs: [],
    overlays: [],
  });
  return describePlan(blueprint, []);
}

/** What the command prints, the shares first: they are what a reader asks for. */
function reportOf(plan: PlanDocument): string {
  const text = planText(plan, undefined, (_, piece) => piece);
  const split = text.indexOf('\n\nOperations by what they do\n');
  const [head = '', ...rest] = text.slice(0, split).split('\n');
  return [head, text.slice(split + 1).trimEnd(), ...rest, ''].join('\n');
}

const cache = inject('cache');
const documents = cache.kind === 'filled' ? cache.documents : [];

describe.skipIf(cache.kind === 'offline')('the plan of', () => {
  it.each(reviewed)('%s is the one that was read through', async (name, document) => {
    const file = documents.find((candidate) => candidate.name === document)?.file;
    if (file === undefined) throw new Error(`there is no ${document} among the contracts`);
    const snapshot = join(import.meta.dirname, 'plans', `${name}.txt`);
    const report = reportOf(await planOf(file));
    if (isUpdate) {
      await mkdir(dirname(snapshot), { recursive: true });
      await writeFile(snapshot, report);
    }
    expect(report.split('\n')).toEqual((await readFile(snapshot, 'utf8')).split('\n'));
  });
});
