import { outlineChoices } from '../../contract/schema/choices.ts';
import { openJournal } from './open-journal.ts';
import { rememberSecrets } from './known-secrets.ts';
import type { MockOptions } from '../options.ts';
import type { Stage } from '../worlds-and-roads.ts';
import type { Coverage } from '../../traffic/coverage/coverage.ts';
import { createCoverage } from '../../traffic/coverage/coverage.ts';
import type { Journal } from '../../traffic/journal/journal.ts';
import type { KnownCredentials } from '../../traffic/redaction/known/known-credentials.ts';
import { createKnownCredentials } from '../../traffic/redaction/known/known-credentials.ts';
import type { Secrets } from '../../traffic/redaction/found/secrets.ts';
import type { Watched } from '../../traffic/answered.ts';

/** Who watches the requests. */
export interface Watching {
  readonly watchers: readonly ((watched: Watched) => void)[];
  readonly journal: Journal;
  /** Undefined where nobody counts. */
  readonly coverage: Coverage | undefined;
  /** Those that the server has ever known. */
  readonly credentials: KnownCredentials;
  /** Where secrets travel now. */
  secrets(this: void): Secrets;
  /** Lets go of those who follow. */
  close(this: void): void;
}

export function openWatching(options: MockOptions, stage: () => Stage): Watching {
  const credentials = createKnownCredentials();
  if (options.controlToken !== undefined) credentials.keep([options.controlToken]);
  const secrets = rememberSecrets(() => stage().blueprint.contract, credentials);
  const journal = openJournal(options, stage, secrets);
  const coverage = options.coverage === false ? undefined : openCoverage(stage, secrets);
  return {
    watchers: [...(journal.isOn ? [journal.note] : []), ...(coverage ? [coverage.note] : [])],
    journal,
    coverage,
    credentials,
    secrets,
    close: () => journal.close(),
  };
}

function openCoverage(stage: () => Stage, secrets: () => Secrets): Coverage {
  return createCoverage({
    contract: () => stage().blueprint.contract,
    secrets,
    choicesOf: ({ documents }, schema) => outlineChoices(documents, schema),
  });
}
