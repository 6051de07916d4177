import { fileURLToPath } from 'node:url';

import { describeValue } from '../../base/given.ts';

/** Contracts that a test gives as parsed documents: their texts, by the names that stand for files. */
export type ContractTexts = ReadonlyMap<string, string>;

/** A URL as the server takes it: the path of a file, or the text of another URL. */
export function toText(value: unknown): unknown {
  if (!(value instanceof URL)) return value;
  return value.protocol === 'file:' ? fileURLToPath(value) : value.href;
}

/** The same where a text names a file. */
export function toPath(value: unknown): unknown {
  const isFile = typeof value === 'string' && /^file:\/\//i.test(value) && URL.canParse(value);
  return toText(isFile ? new URL(value) : value);
}

/** Reads the contracts: paths and URLs as they are, documents as texts with a name. */
export function readContracts(given: unknown): {
  readonly contract: readonly string[];
  readonly contractTexts: ContractTexts;
} {
  const contractTexts = new Map<string, string>();
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  const contract = values.map((value) => {
    const path = toPath(value);
    if (typeof path === 'string') return path;
    if (typeof path !== 'object' || path === null || Array.isArray(path)) {
      throw new TypeError(
        `the option "contract" must be a path, a URL or a document, not ${describeValue(path)}`,
      );
    }
    const count = contractTexts.size;
    const name = `contract given as an object${count === 0 ? '' : ` (${count + 1})`}`;
    contractTexts.set(name, writeText(path));
    return name;
  });
  return { contract, contractTexts };
}

function writeText(document: object): string {
  try {
    return JSON.stringify(document, undefined, 2);
  } catch (error) {
    throw new TypeError(
      'the option "contract" is an object that contains itself, as where a tool has resolved its references: give it as it was before, or give its path',
      { cause: error },
    );
  }
}
