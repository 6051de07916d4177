import { aloneScene } from './scenes/alone.ts';
import { bigScene } from './scenes/big.ts';
import { deletionsScene } from './scenes/deletions.ts';
import { getScene, patchScene } from './scenes/field.ts';
import { generatedScene } from './scenes/generated.ts';
import { listScene } from './scenes/list.ts';
import { modesScene } from './scenes/modes.ts';
import { operationsScene } from './scenes/operations.ts';
import { recordsScene } from './scenes/records.ts';
import { replicaCostsScene } from './scenes/replica-costs.ts';
import { replicaCountScene } from './scenes/replica-count.ts';
import { replicaRecoveryScene } from './scenes/replica-recovery.ts';
import { replicaWorldsScene } from './scenes/replica-worlds.ts';
import { refusalsScene } from './scenes/refusals.ts';
import { soakScene } from './scenes/soak.ts';
import { stallsScene } from './scenes/stalls.ts';
import { startScene } from './scenes/start.ts';
import { visitorsScene } from './scenes/visitors.ts';
import { watchingScene } from './scenes/watching.ts';
import type { Scene } from './section.ts';
import { allReplicas } from './wishes.ts';

export const scenes: readonly Scene[] = [
  getScene,
  patchScene,
  aloneScene,
  startScene,
  bigScene,
  refusalsScene,
  modesScene,
  watchingScene,
  operationsScene,
  recordsScene,
  generatedScene,
  listScene,
  soakScene,
  stallsScene,
  deletionsScene,
  visitorsScene,
];

/** Played by name only: all of them as `replicas`, which makes a report of its own. */
export const replicaScenes: readonly Scene[] = [
  replicaCostsScene,
  replicaCountScene,
  replicaRecoveryScene,
  replicaWorldsScene,
];

/** What a command line may name. */
export const sceneNames: readonly string[] = [
  ...scenes.map(({ name }) => name),
  allReplicas,
  ...replicaScenes.map(({ name }) => name),
];
