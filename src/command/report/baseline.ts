import { readFile } from 'node:fs/promises';

import { reasonOf } from '../../base/errors.ts';
import { isJsonObject, stepDown } from '../../base/json.ts';
import type { CoverageReport, SeenUnknown, SeenViolation } from '../../traffic/coverage/report.ts';
import { printableJson } from '../../base/printable.ts';

type KnownViolations = Pick<SeenViolation, 'operation' | 'in' | 'pointer' | 'keyword'>;

/** The known violations, which do not fail a report. */
export interface Baseline {
  knows(violation: KnownViolations): boolean;
  /** How many known violations are not in the list. */
  countMissing(violations: readonly KnownViolations[]): number;
}

export function createBaseline(violations: readonly KnownViolations[]): Baseline {
  const known = new Set(violations.map(keyOf));
  return {
    knows: (violation) => known.has(keyOf(violation)),
    countMissing(seen) {
      const present = new Set(seen.map(keyOf));
      return [...known].filter((key) => !present.has(key)).length;
    },
  };
}

/** The same as a violation: with `--unknown-query reject` it is one. */
export function toViolation({ operation, name }: SeenUnknown): KnownViolations {
  return { operation, in: 'query', pointer: stepDown('', name), keyword: 'unknown' };
}

/** All violations of a report, and its undeclared query parameters. */
export function listViolations({
  violations,
  unknown_query: unknown,
}: CoverageReport): readonly KnownViolations[] {
  const all = [...violations.listed, ...unknown.listed.map(toViolation)];
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

/** Sorted, so that the file changes only where the violations do. */
export function writeBaseline(violations: readonly KnownViolations[]): string {
  const sorted = violations
    .map(({ operation, in: place, pointer, keyword }) => ({
      operation,
      in: place,
      pointer,
      keyword,
    }))
    .toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  return `${printableJson({ format: 1, violations: sorted }, 2)}\n`;
}

export async function readBaseline(file: string): Promise<Baseline> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(
      `can't read the baseline ${file}: ${reasonOf(error)}; write one with --write-baseline`,
      { cause: error },
    );
  }
  const violations = isJsonObject(value) && value['format'] === 1 ? value['violations'] : undefined;
  if (!Array.isArray(violations) || !violations.every(isKnown)) {
    throw new Error(`${file} is no baseline: write one with --write-baseline`);
  }
  return createBaseline(violations);
}

function isKnown(value: unknown): value is KnownViolations {
  return (
    isJsonObject(value) &&
    ['operation', 'in', 'pointer', 'keyword'].every((name) => typeof value[name] === 'string')
  );
}

function keyOf({ operation, in: place, pointer, keyword }: KnownViolations): string {
  return JSON.stringify([operation, place, pointer, keyword]);
}
