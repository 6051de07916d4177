import type { JsonValue } from '../../src/base/json.ts';
import { isJsonObject } from '../../src/base/json.ts';
import type { Documents, Place } from './documents.ts';
import { readDocuments } from './documents.ts';
import type { DescribedOperation } from './operations.ts';
import {
  createTemplateFinder,
  findResponse,
  findSchema,
  isJsonType,
  listOperations,
  listPrefixes,
} from './operations.ts';
import { createSecondValidator } from './second-validator.ts';

/** What came back, as far as the referee is concerned. */
export interface Judged {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
}

export type Verdict =
  | { readonly kind: 'valid' }
  /** There is nothing to hold it to: no such response, no body, no schema, no JSON. */
  | { readonly kind: 'free'; readonly because: string }
  | { readonly kind: 'invalid'; readonly faults: readonly string[] };

/** Reads a contract on its own, and judges replies by it. */
export interface Referee {
  readonly documents: Documents;
  readonly operations: readonly DescribedOperation[];
  find(method: string, path: string): DescribedOperation | undefined;
  /** The template that a path means, whatever its methods. */
  findPath(path: string): string | undefined;
  declares(operation: DescribedOperation, status: number): boolean;
  /** Whether it declares anything but refusals. */
  promisesSuccess(operation: DescribedOperation): boolean;
  judge(operation: DescribedOperation, reply: Judged): Promise<Verdict>;
  /** What is wrong with a value; nothing where it is valid. */
  check(schema: Place, value: JsonValue): Promise<readonly string[]>;
  /** Forgets the contract. */
  close(): void;
}

export function openReferee(file: string): Referee {
  const documents = readDocuments(file);
  const operations = listOperations(documents);
  const findTemplate = createTemplateFinder(operations, listPrefixes(documents));
  const validator = createSecondValidator(documents);
  return {
    documents,
    operations,
    find: (method, path) => {
      const template = findTemplate(path);
      const wanted = method === 'HEAD' ? 'GET' : method;
      return operations.find((each) => each.template === template && each.method === wanted);
    },
    findPath: findTemplate,
    declares: (operation, status) => findResponse(documents, operation, status) !== undefined,
    promisesSuccess: ({ place }) => {
      const responses = documents.at(place, 'responses')?.value;
      const names = isJsonObject(responses) ? Object.keys(responses) : [];
      return names.some((name) => /^([123]|default$)/i.test(name));
    },
    judge: async (operation, { status, contentType, text }) => {
      const response = findResponse(documents, operation, status);
      if (!response) return { kind: 'free', because: `${status} is not declared` };
      if (contentType === undefined || text === '') return { kind: 'free', because: 'no body' };
      if (!isJsonType(contentType)) return { kind: 'free', because: contentType };
      const schema = findSchema(documents, response, contentType);
      if (!schema) return { kind: 'free', because: 'no schema' };
      // A trust edge: a text becomes JSON.
      const faults = await validator.check(schema, JSON.parse(text) as JsonValue);
      return faults.length > 0 ? { kind: 'invalid', faults } : { kind: 'valid' };
    },
    check: (schema, value) => validator.check(schema, value),
    close: () => validator.close(),
  };
}
