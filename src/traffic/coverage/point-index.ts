import { relative } from 'node:path';

import type { Choices } from '../../contract/schema/choices.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { Operation } from '../../contract/operations.ts';
import { hideInText } from '../redaction/found/text-secrets.ts';
import type { Point } from './point-list.ts';
import type { PointMap } from './points.ts';
import { mapPoints } from './points.ts';
import type { CoveredContract, CoveredPoint } from './report.ts';

/** What a schema of a contract lets a request choose from. */
export type ChoicesOf = (contract: Contract, schema: Part) => Choices | undefined;

/** The points of a contract, each worked out when somebody first asks. */
export interface Atlas {
  readonly contract: Contract;
  /** Undefined for an operation of another contract. */
  mapOf(operation: Operation): PointMap | undefined;
  /** Where a point stands; lines are looked up in the text, which takes a while. */
  placeOf(point: Point): FileAndLine;
  describe(): CoveredContract;
}

type FileAndLine = Pick<CoveredPoint, 'file' | 'line'>;

export function createAtlas(contract: Contract, choicesOf: ChoicesOf): Atlas {
  const { documents, operations, title, version } = contract;
  const own = new Set(operations);
  const maps = new Map<Operation, PointMap>();
  const places = new WeakMap<Point, FileAndLine>();
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
      // What is referred to may have an address with a token.
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
        return file === undefined ? [] : [displayPath(file)];
      }),
    }),
  };
}

/** As complaints name files. */
function displayPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}
