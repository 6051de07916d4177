import type { Complaint } from '../../base/errors.ts';
import type { Example } from '../bodies/examples.ts';
import type { CompileContext } from '../compile-context.ts';
import type { Operation } from '../operations.ts';
import type { SchemaFault } from './validators.ts';

type ReviewTools = Pick<CompileContext, 'documents'>;

/** At most this many are described: finding their places takes time in a large contract. */
const mostDescribed = 50;
const mostFaults = 3;

/** Each step checks one example. The last step returns the complaints. */
export type Review = Iterable<readonly Complaint[]>;

/** Finds the examples that break their schemas, each once. */
export function* reviewExamples(context: ReviewTools, operations: readonly Operation[]): Review {
  const faulty = new Map<string, Example>();
  for (const operation of operations) {
    for (const example of examplesOf(operation)) {
      const { uri, pointer } = example.part;
      if (example.faults().length > 0) faulty.set(`${uri}#${pointer}`, example);
      yield none;
    }
  }
  const found = [...faulty.values()];
  const described = found.slice(0, mostDescribed).map((example) => describe(context, example));
  const rest = found.length - described.length;
  const last = described.at(-1);
  const remark = `and ${rest} more examples that break their schemas`;
  yield rest > 0 && last ? [...described, { file: last.file, message: remark }] : described;
}

const none: readonly Complaint[] = [];

function examplesOf(operation: Operation): readonly Example[] {
  const { parameters, body, responses } = operation;
  const declared = [...responses.values()];
  return [
    ...parameters.flatMap(({ examples }) => examples),
    ...(body?.media ?? []).flatMap(({ examples }) => examples),
    ...declared.flatMap(({ media }) => media.flatMap(({ examples }) => examples)),
    ...declared.flatMap(({ headers }) => headers.flatMap(({ examples }) => examples)),
  ];
}

function describe({ documents }: ReviewTools, { part, name, faults }: Example): Complaint {
  const found = faults();
  const shown = found.slice(0, mostFaults).map(describeFault).join('; ');
  const rest = found.length > mostFaults ? `; and ${found.length - mostFaults} more` : '';
  const which = name === undefined ? 'the example' : `the example "${name}"`;
  // A value inside a text has no place in the file.
  const below = typeof part.value === 'string' ? '' : (found[0]?.pointer ?? '');
  return documents.complain(
    { uri: part.uri, pointer: part.pointer + below },
    `${which} breaks its schema: ${shown}${rest}`,
  );
}

function describeFault({ pointer, message }: SchemaFault): string {
  return pointer === '' ? message : `${pointer} ${message}`;
}
