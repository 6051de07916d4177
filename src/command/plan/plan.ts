import { loadBlueprint, resolvePlaces } from '../../server/blueprint.ts';
import { describePlan } from '../../server/plan-document.ts';
import type { Settings } from '../settings/settings.ts';
import type { Terminal } from '../terminal.ts';
import { printableJson } from '../terminal.ts';
import { planText } from './plan-table.ts';

/** Prints what each operation does, and to which records, for people or for programs. */
export async function plan(settings: Settings, { out, columns, paint }: Terminal): Promise<void> {
  const places = resolvePlaces(settings.contracts, settings.fixtures);
  const blueprint = await loadBlueprint(places, {
    isLenient: settings.lenient ?? places.isForeign,
    isComplete: false,
    allowRemoteRefs: settings.allowRemoteRefs,
    allowRefs: settings.allowRefs,
    overlays: settings.overlays,
  });
  const { uncompiled, validators } = blueprint.contract;
  // What is compiled on its first use otherwise is compiled now.
  const document = describePlan(blueprint, [...uncompiled, ...validators.compileAll()]);
  out(settings.json ? `${printableJson(document, 2)}\n` : planText(document, columns, paint));
}
