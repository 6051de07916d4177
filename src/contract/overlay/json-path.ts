import { createRequire } from 'node:module';

import type * as Library from 'json-p3';

import type { JsonValue } from '../../base/json.ts';
import { mostCopies, mostLevels } from '../../text/limits.ts';
import { compilePattern } from '../checks/patterns/safe-patterns.ts';

/** A JSONPath query (RFC 9535). */
export interface JsonPath {
  /** The path to each selected value, each once. Throws if the search takes too long. */
  find(root: JsonValue): readonly JsonSteps[];
}

/** Member names and indexes, from the root down. */
export type JsonSteps = readonly (string | number)[];

/** One query looks at no more members than this. The largest contracts have a million. */
const mostVisits = 5_000_000;

const require = createRequire(import.meta.url);
const loadLibrary = (): typeof Library => require('json-p3') as typeof Library;

/** Compiles a query, as the only user of the JSONPath library. Throws if the text is not valid. */
export function compileJsonPath(text: string): JsonPath {
  const { JSONPathEnvironment } = loadLibrary();
  let visits = 0;
  const environment = new JSONPathEnvironment({ maxRecursionDepth: 2 * mostLevels });
  environment.entries = (object) => {
    const entries = Object.entries(object);
    visits += entries.length;
    if (visits > mostVisits) throw new Error('it takes too long to find what it selects');
    return entries;
  };
  for (const [name, test] of Object.entries(patternTests)) {
    const { argTypes, returnType } = environment.functionRegister.get(name) ?? {};
    if (argTypes && returnType) {
      environment.functionRegister.set(name, { argTypes, returnType, call: test });
    }
  }
  const query = environment.compile(text);
  return {
    find(root) {
      visits = 0;
      const found = new Map<string, JsonSteps>();
      // A trust edge: the library's type says that it may be written to.
      for (const { location } of query.lazyQuery(root as Library.JSONValue)) {
        found.set(JSON.stringify(location), location);
        if (found.size > mostCopies) throw new Error('it selects too much');
      }
      return [...found.values()];
    },
  };
}

/** The functions with a pattern. They use safe patterns, which can't take exponential time. */
const patternTests = {
  match: (text: unknown, pattern: unknown): boolean =>
    testPattern(text, typeof pattern === 'string' ? `^(?:${pattern})$` : pattern),
  search: testPattern,
};

/** RFC 9535: a value that is not a string, or a pattern that is not valid, does not match. */
function testPattern(text: unknown, pattern: unknown): boolean {
  if (typeof text !== 'string' || typeof pattern !== 'string') return false;
  try {
    return compilePattern(pattern).test(text);
  } catch {
    return false;
  }
}
