import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { JsonValue } from '../../src/base/json.ts';

/** A schema of the official suite, with values and whether they are valid. */
export interface SuiteCase {
  /** The file, and the words that the suite has for the schema. */
  readonly name: string;
  readonly schema: JsonValue;
  readonly tests: readonly SuiteTest[];
}

export interface SuiteTest {
  readonly description: string;
  readonly data: JsonValue;
  readonly valid: boolean;
}

const beside = join(import.meta.dirname, '..', '..', '..', 'shared', 'json-schema-suite');

/** Where the suite is; undefined where this machine doesn't have it. */
export const suiteFolder: string | undefined = [process.env['JSON_SCHEMA_SUITE'] ?? beside].find(
  (folder) => existsSync(join(folder, 'draft2020-12')),
);

/** Other dialects, the network, and formats as mere notes are not what contracts are about. */
const leftOut =
  /^(refRemote|vocabulary|format|optional\/(cross-draft|format-assertion|no-schema|format\/.*))\.json$/;

export function readSuite(folder: string): readonly SuiteCase[] {
  const root = join(folder, 'draft2020-12');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !leftOut.test(file))
    .toSorted()
    .flatMap((file) => {
      // A trust edge: the suite is data of this form.
      const groups = JSON.parse(readFileSync(join(root, file), 'utf8')) as readonly {
        readonly description: string;
        readonly schema: JsonValue;
        readonly tests: readonly SuiteTest[];
      }[];
      return groups.map(({ description, schema, tests }) => ({
        name: `${file.replace(/\.json$/, '')}: ${description}`,
        schema,
        tests,
      }));
    });
}
