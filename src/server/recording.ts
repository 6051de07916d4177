import type { RecordingPorts } from '../control/operations/recording.ts';
import { tellRecording } from '../control/operations/recording.ts';
import type { Recording, RecordingQuestion } from '../control/ports.ts';
import { writeCredential } from '../store/credentials/credential.ts';
import type { World } from '../store/worlds/world.ts';
import type { ContractReports } from './contract-reports.ts';
import { describeServed } from './control/served-contract.ts';
import type { ServerOptions } from './options/options.ts';
import type { Runtime } from './runtime.ts';
import { createChangeTest } from './world-changes.ts';

type OwnPorts = Pick<RecordingPorts, 'collections' | 'requests' | 'overrides'>;

/** The document of `GET /recording`, also where the control API is off. */
export function recordWorld(
  ports: OwnPorts & { readonly reports: ContractReports },
  runtime: () => Runtime,
  options: ServerOptions,
): (world: World, question: RecordingQuestion) => Promise<Recording> {
  const all: RecordingPorts = {
    ...ports,
    prefix: options.controlPrefix,
    served: describeServed(runtime, options, ports.reports),
    now: Date.now,
    worlds: () => runtime().worlds,
    isChanged: createChangeTest(() => runtime().madeUp),
    writeCredential,
  };
  return (world, question) => tellRecording(all, world, question);
}
