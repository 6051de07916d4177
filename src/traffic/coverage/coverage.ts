import { displayPath } from '../../base/folders.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Choices } from '../../contract/schema/choices.ts';
import type { Watched } from '../answered.ts';
import type { Secrets } from '../redaction/found/secrets.ts';
import { hideInText } from '../redaction/found/text-secrets.ts';
import type { PointMap } from './points.ts';
import { mapPoints } from './points.ts';
import type {
  AnsweringReplica,
  CoveredOperation,
  CoverageReport,
  CoveredContract,
  CoveredPoint,
} from './report.ts';
import { sumAnswered, sumTotals } from './report.ts';
import type { SavedCoverage } from './saved.ts';
import { addToTally, saveTally } from './saved.ts';
import type { OperationTally } from './tally.ts';
import { countPassage, createTally } from './tally.ts';
import type { CoveragePoint } from './value-points.ts';
import { forced, genuine, readCount } from './value-points.ts';
import type { ViolationLog } from './violations.ts';
import {
  addSeen,
  createViolationLog,
  listSeen,
  narrowSeen,
  noteUnknown,
  noteUnmatched,
  noteViolations,
} from './violations.ts';

/** Counts which points of the contract requests covered, and collects what broke the contract. */
export interface Coverage {
  note(this: void, watched: Watched): void;
  report(this: void): CoverageReport;
  /** The report of one operation; undefined where the contract has no operation with this id. */
  reportOf(this: void, operation: string): CoverageReport | undefined;
  clear(this: void): void;
  /** How many times it was cleared. */
  clearings(this: void): number;
  /** What was counted, as JSON. A coverage of the same contract can add it. */
  save(this: void): SavedCoverage;
  /**
   * Adds to what was counted here. The caller knows that it was counted for the same contract; an
   * operation or point that is not there is passed over.
   */
  add(this: void, saved: SavedCoverage): void;
  /** Another number after something was counted, added or cleared, or another contract began. */
  version(this: void): number;
}

export interface CoverageSource {
  /** Read at every request: another contract starts a new count. */
  contract(this: void): Contract;
  readonly choicesOf: ChoicesOf;
  /** Read for each text, because a reload can change where secrets stand. */
  secrets(this: void): Secrets;
  /** Where other replicas reach this one; undefined: the server has a state of its own. */
  findReplicaUrl?(this: void): string | undefined;
}

export function createCoverage(source: CoverageSource): Coverage {
  const { contract, choicesOf, secrets } = source;
  let pointIndex: PointIndex | undefined;
  let seen = beginSeen();
  let clearings = 0;
  let version = 0;
  const open = (): PointIndex => {
    const present = contract();
    if (pointIndex?.contract === present) return pointIndex;
    if (pointIndex) version += 1;
    seen = beginSeen();
    return (pointIndex = createPointIndex(present, choicesOf));
  };
  return {
    note({ passage }) {
      const present = open();
      const { operation } = passage.reached;
      seen.answered += 1;
      if (!operation) {
        if (noteUnmatched(passage, seen.violationLog, secrets)) version += 1;
        return;
      }
      const tally = openTally(operation, present, seen);
      // The contract was reloaded while the request was under way: its operation is gone.
      if (!tally) return;
      version += 1;
      countPassage(tally, passage);
      if (passage.reply.verdict.kind !== 'served')
        noteViolations(passage, seen.violationLog, secrets);
      if (passage.reached.unknownQuery) noteUnknown(passage, seen.violationLog, secrets);
    },
    report: () => describeAll(open(), seen, source),
    reportOf(id) {
      const present = open();
      const operation = present.contract.operations.find((one) => one.id === id);
      return operation && narrow(describe(present, seen, [operation]), id);
    },
    clear() {
      seen = beginSeen();
      clearings += 1;
      version += 1;
    },
    clearings: () => clearings,
    save() {
      open();
      return saveSeen(seen, source);
    },
    add(saved) {
      addSaved(saved, open(), seen);
      version += 1;
    },
    version() {
      open();
      return version;
    },
  };
}

/** Everything that was counted since the count started. */
interface Seen {
  /** Only operations that were called have a tally. */
  readonly tallies: Map<Operation, OperationTally>;
  readonly violationLog: ViolationLog;
  /** How many requests this process has answered. */
  answered: number;
  /** What was added of other processes, or of this one. */
  others: readonly AnsweringReplica[];
}

function beginSeen(): Seen {
  return { tallies: new Map(), violationLog: createViolationLog(), answered: 0, others: [] };
}

function tellAnswered(
  { answered, others }: Seen,
  { findReplicaUrl }: CoverageSource,
): Pick<CoverageReport, 'answered_by'> {
  const url = findReplicaUrl?.();
  const own = url === undefined ? [] : [{ url, requests: answered }];
  const all = sumAnswered([...others, ...own]);
  return all.length === 0 ? {} : { answered_by: all };
}

/** Undefined for an operation of another contract. */
function openTally(
  operation: Operation,
  pointIndex: PointIndex,
  { tallies }: Seen,
): OperationTally | undefined {
  const known = tallies.get(operation);
  if (known) return known;
  const map = pointIndex.mapOf(operation);
  const tally = map && createTally(map);
  if (tally) tallies.set(operation, tally);
  return tally;
}

function saveSeen(seen: Seen, source: CoverageSource): SavedCoverage {
  const operations = [...seen.tallies].map(([{ id }, tally]) => saveTally(id, tally));
  return { operations, ...listSeen(seen.violationLog), ...tellAnswered(seen, source) };
}

function describeAll(present: PointIndex, seen: Seen, source: CoverageSource): CoverageReport {
  const report = describe(present, seen, present.contract.operations);
  return { ...report, ...tellAnswered(seen, source) };
}

/** Passes over operations that the contract does not have, and what was wrong with them. */
function addSaved(saved: SavedCoverage, pointIndex: PointIndex, seen: Seen): void {
  const operations = new Map(pointIndex.contract.operations.map((one) => [one.id, one]));
  for (const one of saved.operations) {
    const operation = operations.get(one.id);
    const tally = operation && openTally(operation, pointIndex, seen);
    if (tally) addToTally(tally, one);
  }
  seen.others = sumAnswered([...seen.others, ...(saved.answered_by ?? [])]);
  const isKnown = (operation: string): boolean => operations.has(operation);
  addSeen(seen.violationLog, narrowSeen(saved, isKnown));
}

function describe(
  pointIndex: PointIndex,
  { tallies, violationLog }: Seen,
  wanted: readonly Operation[],
): CoverageReport {
  const operations = wanted.map((operation) =>
    describeOperation(operation, pointIndex, tallies.get(operation)),
  );
  return {
    format: 1,
    contract: pointIndex.describe(),
    totals: sumTotals(operations),
    operations,
    ...listSeen(violationLog),
  };
}

/** Leaves out what was wrong with other operations, and all unmatched requests. */
function narrow(report: CoverageReport, id: string): CoverageReport {
  return {
    ...report,
    ...narrowSeen(report, (operation) => operation === id),
    unmatched: { listed: [], more: 0 },
  };
}

function describeOperation(
  operation: Operation,
  pointIndex: PointIndex,
  tally: OperationTally | undefined,
): CoveredOperation {
  const { id, method, path } = operation;
  const points = pointIndex.mapOf(operation)?.points ?? [];
  return {
    id,
    method,
    path,
    requests: tally?.requests ?? 0,
    forced: tally?.forced ?? 0,
    points: points.map((point, index) => ({
      id: point.id,
      kind: point.kind,
      label: point.label,
      ...pointIndex.placeOf(point),
      count: tally ? readCount(tally.counts, index, genuine) : 0,
      forced: tally ? readCount(tally.counts, index, forced) : 0,
    })),
  };
}

/** The enum values that a schema of a contract lets a request choose from. */
type ChoicesOf = (contract: Contract, schema: Part) => Choices | undefined;

/** The points of a contract. The points of an operation are made when they are first needed. */
interface PointIndex {
  readonly contract: Contract;
  /** Undefined for an operation of another contract. */
  mapOf(operation: Operation): PointMap | undefined;
  /** The file and line of a point. Finding the line takes time, so the result is remembered. */
  placeOf(point: CoveragePoint): FileAndLine;
  describe(): CoveredContract;
}

type FileAndLine = Pick<CoveredPoint, 'file' | 'line'>;

function createPointIndex(contract: Contract, choicesOf: ChoicesOf): PointIndex {
  const { documents, operations, title, version } = contract;
  const own = new Set(operations);
  const maps = new Map<Operation, PointMap>();
  const places = new WeakMap<CoveragePoint, FileAndLine>();
  const source = { documents, choicesOf: (schema: Part) => choicesOf(contract, schema) };
  return {
    contract,
    mapOf(operation) {
      const known = maps.get(operation);
      if (known || !own.has(operation)) return known;
      const map = mapPoints(operation, source);
      maps.set(operation, map);
      return map;
    },
    placeOf(point) {
      const known = places.get(point);
      if (known) return known;
      const { file: name, line } = documents.complain(point.place, '');
      // A `$ref` may be a URL that holds a token.
      const file = hideInText(name);
      const place = line === undefined ? { file } : { file, line };
      places.set(point, place);
      return place;
    },
    describe: () => ({
      title,
      version,
      fingerprint: contract.fingerprint,
      files: documents.roots.flatMap(({ uri }) => {
        const file = documents.sources.get(uri)?.file;
        return file === undefined ? [] : [hideInText(displayPath(file))];
      }),
    }),
  };
}
