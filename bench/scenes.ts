import { aloneScene } from './scenes/alone.ts';
import { bigScene } from './scenes/big.ts';
import { deletionsScene } from './scenes/deletions.ts';
import { getScene, patchScene } from './scenes/field.ts';
import { generatedScene } from './scenes/generated.ts';
import { listScene } from './scenes/list.ts';
import { modesScene } from './scenes/modes.ts';
import { operationsScene } from './scenes/operations.ts';
import { recordsScene } from './scenes/records.ts';
import { refusalsScene } from './scenes/refusals.ts';
import { soakScene } from './scenes/soak.ts';
import { stallsScene } from './scenes/stalls.ts';
import { startScene } from './scenes/start.ts';
import { visitorsScene } from './scenes/visitors.ts';
import { watchingScene } from './scenes/watching.ts';
import type { Scene } from './section.ts';

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
