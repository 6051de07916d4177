import { loadDialect } from '@hyperjump/json-schema/experimental';
import '@hyperjump/json-schema/formats';
import {
  registerSchema,
  setShouldValidateFormat,
  setShouldValidateSchema,
  unregisterSchema,
  validate as validate30,
} from '@hyperjump/json-schema/openapi-3-0';
import { validate as validate31 } from '@hyperjump/json-schema/openapi-3-1';

import type { JsonValue } from '../../src/base/json.ts';
import { isJsonObject } from '../../src/base/json.ts';
import type { Documents, Place } from './documents.ts';
import { fragmentOf } from './documents.ts';
import { textAt } from './operations.ts';
import { forResponses } from './response-view.ts';

// What a contract's own form is worth is told elsewhere; here it only has to be readable.
setShouldValidateSchema(false);
setShouldValidateFormat(true);

/** The dialect of 3.0, with room for what it doesn't know: `definitions`, say. */
const roomyDialect = 'https://referee.invalid/dialect/3.0';
loadDialect(roomyDialect, { 'https://spec.openapis.org/oas/3.0/dialect': true }, true);

/** Holds values to the schemas of a contract, with a library that the product doesn't use. */
export interface SecondValidator {
  /** What is wrong with it; nothing where it is valid. */
  check(schema: Place, value: JsonValue): Promise<readonly string[]>;
  /** Forgets the contract. */
  close(): void;
}

let registered = 0;

export function createSecondValidator(documents: Documents): SecondValidator {
  registered += 1;
  const origin = `https://referee-${registered}.invalid`;
  const isNew = versionOf(documents).startsWith('3.1');
  const dialect = isNew ? 'https://spec.openapis.org/oas/3.1/dialect/base' : roomyDialect;
  const addresses: string[] = [];
  for (const [file, value] of documents.files) {
    const view = forResponses({ file, steps: [], value }, documents, isNew);
    // The library's types know mutable JSON only.
    if (!isJsonObject(view)) continue;
    const address = origin + encodeURI(file);
    registerSchema(view as never, address, dialect);
    addresses.push(address);
  }
  const compile = isNew ? validate31 : validate30;
  const compiled = new Map<string, ReturnType<typeof compile>>();
  return {
    check: async (schema, value) => {
      const address = `${origin}${encodeURI(schema.file)}#${fragmentOf(schema)}`;
      const validator = compiled.get(address) ?? compile(address);
      compiled.set(address, validator);
      const output = (await validator)(value as never, 'BASIC');
      if (output.valid) return [];
      const faults = (output.errors ?? []).map(
        ({ instanceLocation, absoluteKeywordLocation }) =>
          `${instanceLocation} breaks ${absoluteKeywordLocation.replace(origin, '')}`,
      );
      return faults.length > 0 ? faults : ['it is not valid'];
    },
    close: () => {
      compiled.clear();
      for (const address of addresses) unregisterSchema(address);
    },
  };
}

function versionOf(documents: Documents): string {
  return textAt(documents, documents.root, 'openapi') ?? '2.0';
}
