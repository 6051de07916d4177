import type { JsonObject } from '../../../base/json.ts';
import type { Validators } from '../../../contract/checks/validators.ts';
import type { Part } from '../../../contract/load/documents.ts';
import type { Parameter } from '../../../contract/parameters/parameters.ts';
import type { Collection } from '../../../contract/plan/plan.ts';
import type { SchemaFacts, StudySchema } from '../../../contract/schema/schema-facts.ts';
import { factsAt } from '../../../contract/schema/schema-facts.ts';
import type { KeyParameters } from '../../records/key-parameters.ts';

/** What the contract says of a collection's keys. */
export interface KeyForms {
  /** Of the key in the record's schema, else of a path parameter. */
  readonly facts: SchemaFacts | undefined;
  /** The schemas of the path parameters, first those of paths to the record itself. */
  readonly paths: readonly Part[];
  /** Where keys are counted numbers: what the schemas say of them. */
  readonly counted: readonly JsonObject[] | undefined;
  /** Whether a record may have this key. */
  readonly isShowable: (key: string) => boolean;
  /** Whether a path leads to a record with this key. */
  readonly isReadable: (key: string) => boolean;
  /** Whether all paths do, also those that go on to other records. */
  readonly isReadableAnywhere: (key: string) => boolean;
}

interface Sources {
  readonly study: StudySchema;
  readonly validators: Pick<Validators, 'check'>;
  readonly parameters: KeyParameters;
}

export function findKeyForms(
  { schema, key }: Collection,
  { study, validators, parameters }: Sources,
): KeyForms {
  const inRecord = schema && key && factsAt(study(schema), key);
  const { own, passing } = parameters;
  const all = [...own, ...passing];
  const paths = all.flatMap((parameter) => parameter.schema ?? []);
  const inPaths = paths.map(study);
  const said = inRecord ? [inRecord, ...inPaths] : inPaths;
  const isCountable =
    inRecord && isCounted(inRecord)
      ? true
      : inPaths.some(isCounted) && mayBeNumber(inRecord, validators);
  return {
    facts: said[0],
    paths,
    counted: isCountable ? said.flatMap(({ schemas }) => schemas) : undefined,
    isShowable: (text) =>
      !inRecord || allows({ check: validators.check(inRecord.part, 'rest') }, text),
    isReadable: (text) => own.length === 0 || own.some((parameter) => allows(parameter, text)),
    isReadableAnywhere: (text) => all.every((parameter) => allows(parameter, text)),
  };
}

function isCounted({ types }: SchemaFacts): boolean {
  return !types.has('string') && (types.has('integer') || types.has('number'));
}

/** Some paths want a number where the record says just text. */
function mayBeNumber(
  facts: SchemaFacts | undefined,
  validators: Pick<Validators, 'check'>,
): boolean {
  const check = facts && validators.check(facts.part, 'rest');
  return !check || ['1', '1000'].every((text) => check(text).length === 0);
}

/** The path has a text, where the schema may want a number. */
function allows({ check }: Pick<Parameter, 'check'>, text: string): boolean {
  return !check || [text, Number(text)].some((form) => check(form).length === 0);
}
