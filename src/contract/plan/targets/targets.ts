import type { Operation } from '../../operations.ts';
import type { Correction } from '../corrections.ts';
import { correctTarget } from './corrected-targets.ts';
import { findList } from '../views/evidence.ts';
import { actionAbove, ofItemTarget, selfTarget } from './item-targets.ts';
import { ofSingleTarget, ofWholeTarget } from './place-targets.ts';
import type { Target } from '../plan.ts';
import type { Ground, Scene } from './target-context.ts';
import { createScene, improvised } from './target-context.ts';
import type { Entry } from '../views/sites.ts';
import { bodyOf, replyOf } from '../views/record-spots.ts';
import type { Workshop } from '../../compile-context.ts';

/** Says of each operation what it does, and why that is thought. */
export function createTargeting(
  workshop: Workshop,
  ground: Ground,
  corrections: ReadonlyMap<Operation, Correction>,
): (operation: Operation) => Target {
  const scene = createScene(ground);
  return (operation) => {
    const entry = ground.sites.entries.get(operation);
    const correction = corrections.get(operation);
    const found = entry
      ? findTarget(scene, entry)
      : improvised('its path has more in a segment than one name');
    return correction
      ? correctTarget(workshop, scene, { operation, entry, correction }, found)
      : found;
  };
}

function findTarget(scene: Scene, entry: Entry): Target {
  const { steps, pattern, verb } = entry.way;
  if (verb !== undefined)
    return actionAbove(scene, entry) ?? improvised('it acts on no one record');
  const ofItem = scene.sites.ofItem.get(pattern);
  const item = ofItem && scene.placeOf(ofItem).many;
  if (item) return ofItemTarget(scene, entry, item);
  if (steps.at(-1)?.kind === 'parameter') {
    return improvised('nothing says what its last parameter is a record of');
  }
  const site = scene.sites.at.get(pattern);
  const place = site ? scene.placeOf(site) : {};
  return (
    (place.single && ofSingleTarget(scene, entry, place.single)) ??
    (place.many && ofWholeTarget(scene, entry, place.many)) ??
    selfTarget(scene, entry) ??
    actionAbove(scene, entry) ??
    improvised(whyNothing(scene, entry))
  );
}

function whyNothing(scene: Scene, entry: Entry): string {
  const { method } = entry.operation;
  if (method !== 'GET') return whyNoOne(scene, entry);
  if (findList(scene.lens, entry)) return 'its records have no key';
  return replyOf(entry.operation) ? 'it is only read' : 'its reply shows nothing';
}

function whyNoOne({ lens, sites, placeOf }: Scene, { operation, way }: Entry): string {
  const site = sites.at.get(way.pattern);
  const key = site && placeOf(site).many?.view.key;
  const body = bodyOf(operation);
  const isNamed =
    key !== undefined && body !== undefined && lens.records.members(body).has(key[0] ?? '');
  return isNamed && ['PUT', 'PATCH'].includes(operation.method)
    ? 'only the body says which record it means'
    : 'it acts on no one record';
}
