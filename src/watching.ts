import { outlineChoices } from './contract/choices.ts';
import { openJournal } from './journaling.ts';
import type { MockOptions } from './mock-options.ts';
import type { Stage } from './stage.ts';
import type { Coverage } from './traffic/coverage/coverage.ts';
import { createCoverage } from './traffic/coverage/coverage.ts';
import type { Journal } from './traffic/journal/journal.ts';
import type { Watched } from './traffic/watched.ts';

/** Who watches the requests. */
export interface Watching {
  readonly watchers: readonly ((watched: Watched) => void)[];
  readonly journal: Journal;
  /** Undefined where nobody counts. */
  readonly coverage: Coverage | undefined;
  /** Lets go of those who follow. */
  close(this: void): void;
}

export function openWatching(options: MockOptions, stage: () => Stage): Watching {
  const journal = openJournal(options, stage);
  const coverage = options.coverage === false ? undefined : openCoverage(stage);
  return {
    watchers: [...(journal.isOn ? [journal.note] : []), ...(coverage ? [coverage.note] : [])],
    journal,
    coverage,
    close: () => journal.close(),
  };
}

function openCoverage(stage: () => Stage): Coverage {
  return createCoverage({
    contract: () => stage().blueprint.contract,
    choicesOf: ({ documents }, schema) => outlineChoices(documents, schema),
  });
}
