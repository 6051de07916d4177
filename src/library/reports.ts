import type { Recording, RecordingQuestion } from '../control/ports.ts';
import type { ClientPorts } from '../server/client-ports.ts';
import { assertGiven, describeValue } from '../base/given.ts';
import type { ChangeList, ChangeQuestion } from '../store/state/changed-records.ts';
import type { PatchStep } from '../store/state/differences.ts';
import { describeDifferences } from '../store/state/differences.ts';
import type { FixtureExport } from '../store/state/fixtures.ts';
import { exportFixtures } from '../store/state/fixtures.ts';
import type { World } from '../store/worlds/world.ts';

/** What a world is, and how it came to be so. */
export interface MockReports {
  /** The changes since it was made, as a JSON Patch (RFC 6902). */
  diff(): readonly PatchStep[];
  /**
   * The records that changed since it was made, or since a snapshot: each before and after, with what
   * the server had made up. `count` counts all, `changes` has the first 100, or as many as `limit` says.
   */
  changes(question?: MockChangeQuestion): ChangeList;
  /**
   * It and its requests in one document, which the console opens and a file can hold. Of the default
   * world, the requests are those of all worlds. Secrets of requests are hidden, records are not.
   */
  recording(question?: MockRecordingQuestion): Promise<MockRecording>;
  /** Its records in the form of fixtures, with one member for each file. */
  fixtures(): FixtureExport;
}

/** Which changes of a world are wanted. */
export interface MockChangeQuestion {
  /** The name of a snapshot. Default: the beginning of the world. */
  readonly since?: string;
  /** From 1 to 1000. Default: 100. */
  readonly limit?: number;
  /** Hides secrets as `requests` does. Default: the records are shown as they are. */
  readonly redacted?: boolean;
}

/** How much a recording tells at most: 1000 each, unless it says otherwise, and 100,000 at most. */
export type MockRecordingQuestion = Partial<RecordingQuestion>;

/** A world and its requests, with the names of the control API: the document of `GET /recording`. */
export type MockRecording = Recording;

/** `world` is called for each use. */
export function createMockReports(
  world: () => World,
  ports: Pick<ClientPorts, 'changes' | 'recording'>,
): MockReports {
  return {
    diff: () => describeDifferences(world().base, world().save()),
    changes: (question) => ports.changes(world(), readQuestion(question)),
    recording: async (question) => ports.recording(world(), readRecordingQuestion(question)),
    fixtures: () => exportFixtures(world()),
  };
}

const usualChanges = 100;
const mostChanges = 1000;

function readQuestion(question: MockChangeQuestion = {}): ChangeQuestion {
  assertGiven('changes', question, { since: 'string', limit: 'number', redacted: 'boolean' });
  const { since, limit = usualChanges, redacted } = question;
  assertWhole('changes', { limit }, 1, mostChanges);
  return { since, limit, redacted };
}

const usualTold = 1000;
const mostTold = 100_000;

function readRecordingQuestion(question: MockRecordingQuestion = {}): RecordingQuestion {
  assertGiven('recording', question, { requests: 'number', records: 'number' });
  const { requests = usualTold, records = usualTold } = question;
  assertWhole('recording', { requests, records }, 0, mostTold);
  return { requests, records };
}

function assertWhole(
  call: string,
  counts: Readonly<Record<string, number>>,
  least: number,
  most: number,
): void {
  for (const [name, count] of Object.entries(counts)) {
    if (Number.isInteger(count) && count >= least && count <= most) continue;
    const wanted = `a whole number from ${least} to ${most}`;
    throw new TypeError(`${call}: "${name}" must be ${wanted}, not ${describeValue(count)}.`);
  }
}
