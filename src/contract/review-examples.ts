import type { Complaint } from '../errors.ts';
import { valueAt } from '../json.ts';
import type { Part } from './documents.ts';
import type { Example } from './examples.ts';
import { compileExamples } from './examples.ts';
import type { Operation } from './operations.ts';
import type { Fault } from './validators.ts';
import type { Workshop } from './workshop.ts';

/** So many are described; to find a place takes a while in a large contract. */
const mostDescribed = 50;
const mostFaults = 3;

/** The examples that break the schemas that they are examples of, each said once. */
export function reviewExamples(
  workshop: Workshop,
  operations: readonly Operation[],
): readonly Complaint[] {
  const faulty = new Map<string, Example>();
  for (const operation of operations) {
    for (const example of examplesOf(workshop, operation)) {
      const { uri, pointer } = example.part;
      if (example.faults().length > 0) faulty.set(`${uri}#${pointer}`, example);
    }
  }
  const found = [...faulty.values()];
  const described = found.slice(0, mostDescribed).map((example) => describe(workshop, example));
  const rest = found.length - described.length;
  const last = described.at(-1);
  if (rest === 0 || !last) return described;
  return [
    ...described,
    { file: last.file, message: `and ${rest} more examples that break their schemas` },
  ];
}

function examplesOf(workshop: Workshop, operation: Operation): readonly Example[] {
  const { body, responses } = operation;
  const declared = [...responses.values()];
  return [
    ...parameterExamples(workshop, operation),
    ...(body?.media ?? []).flatMap(({ examples }) => examples),
    ...declared.flatMap(({ media }) => media.flatMap(({ examples }) => examples)),
    ...declared.flatMap(({ headers }) => headers.flatMap(({ examples }) => examples)),
  ];
}

/** Nothing answers with them, so that they are compiled for this alone. */
function parameterExamples(workshop: Workshop, { part }: Operation): readonly Example[] {
  const { documents, validators } = workshop;
  return [part, holderOf(workshop, part)].flatMap((holder) => {
    const list = holder && documents.child(holder, 'parameters');
    const indexes = Array.isArray(list?.value) ? [...list.value.keys()] : [];
    return indexes.flatMap((index): readonly Example[] => {
      const parameter = list && documents.child(list, index);
      const schema = parameter && documents.at(parameter, 'schema');
      if (!schema) return [];
      const judge = validators.check(schema, 'request');
      return compileExamples(workshop, parameter, { judge, isJson: true });
    });
  });
}

/** What an operation stands in: its path. */
function holderOf({ documents }: Workshop, { uri, pointer }: Part): Part | undefined {
  const above = pointer.slice(0, pointer.lastIndexOf('/'));
  const value = valueAt(documents.sources.get(uri)?.root ?? null, above);
  return value === undefined ? undefined : { uri, pointer: above, value };
}

function describe({ documents }: Workshop, { part, name, value, faults }: Example): Complaint {
  const found = faults();
  const shown = found.slice(0, mostFaults).map(describeFault).join('; ');
  const rest = found.length > mostFaults ? `; and ${found.length - mostFaults} more` : '';
  const which = name === undefined ? 'the example' : `the example "${name}"`;
  // What a text holds has no place of its own.
  const below = value === part.value ? (found[0]?.pointer ?? '') : '';
  return documents.complain(
    { uri: part.uri, pointer: part.pointer + below },
    `${which} breaks its schema: ${shown}${rest}`,
  );
}

function describeFault({ pointer, message }: Fault): string {
  return pointer === '' ? message : `${pointer} ${message}`;
}
