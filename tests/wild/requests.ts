import type { JsonValue } from '../../src/base/json.ts';
import { isJsonObject } from '../../src/base/json.ts';
import { createGenerators } from '../../src/behaviors/values/generate.ts';
import type { Contract } from '../../src/contract/compile.ts';
import type { Question } from '../contracts/ask.ts';
import type { Documents, Place } from '../referee/documents.ts';
import type { DescribedOperation } from '../referee/operations.ts';
import type { Referee } from '../referee/referee.ts';
import type { Credentials } from './credentials.ts';
import { credentialsFor } from './credentials.ts';
import type { WireForm } from './serialise.ts';
import {
  readWireForm,
  serialiseCookie,
  serialiseHeader,
  serialisePath,
  serialiseQuery,
} from './serialise.ts';

/** A request that the contract has nothing against; or why there is none. */
export type Made =
  | { readonly kind: 'made'; readonly question: Question }
  | { readonly kind: 'unmade'; readonly reason: string };

interface Sent {
  readonly form: WireForm;
  readonly value: JsonValue;
}

/** What a request is to say besides what its operation demands. */
export interface Wishes {
  /** Values of parameters by place and name: `path.id`, `query.limit`. They are sent as they are. */
  readonly given?: ReadonlyMap<string, JsonValue>;
  /** Which of the values that there are is taken first. */
  readonly variant?: number;
}

/** How often it is tried with other values, where those lead to another operation. */
const attempts = 5;

const nothing: ReadonlyMap<string, JsonValue> = new Map();

/** Makes valid requests for the operations of a contract: what is required, and no more. */
export function createRequests(
  contract: Contract,
  referee: Referee,
): (operation: DescribedOperation, wishes?: Wishes) => Promise<Made> {
  const { documents } = referee;
  const generate = createGenerators(contract)('wild');

  const isUsable = async (
    value: JsonValue,
    form: WireForm,
    schema: Place | undefined,
  ): Promise<boolean> => {
    if (!isPlain(value, form)) return false;
    if (form.in === 'path' && serialisePath(form, value) === '') return false;
    if (isNoDate(value, schema)) return false;
    return !schema || (await isValid(referee, schema, value));
  };

  const findValue = async (
    place: Place,
    form: WireForm,
    attempt: number,
  ): Promise<JsonValue | undefined> => {
    const schema = schemaOf(documents, place);
    const examples: JsonValue[] = [];
    for (const value of examplesOf(place, schema)) {
      if (await isUsable(value, form, schema)) examples.push(value);
    }
    const example = examples[attempt];
    if (example !== undefined) return example;
    if (!schema) return `x${attempt}`;
    const part = contract.documents.at(contract.documents.root, ...schema.steps);
    if (!part) return examples[0];
    for (let seed = attempt; seed < attempt + attempts; seed += 1) {
      const value = makeValue(() => generate(part, `wild ${seed}`, { direction: 'request' }));
      if (value !== undefined && (await isUsable(value, form, schema))) return value;
    }
    return examples[0];
  };

  const makeOnce = async (
    operation: DescribedOperation,
    given: ReadonlyMap<string, JsonValue>,
    attempt: number,
  ): Promise<Made> => {
    const sent: Sent[] = [];
    for (const place of operation.parameters) {
      const form = readWireForm(place.value);
      const known = form && given.get(`${form.in}.${form.name}`);
      if (form && known !== undefined) sent.push({ form, value: known });
      if (!form || known !== undefined || !isNeeded(place, form)) continue;
      const value = await findValue(place, form, attempt);
      if (value === undefined) return { kind: 'unmade', reason: `no value for ${form.name}` };
      sent.push({ form, value });
    }
    const question = writeRequest(operation, sent, credentialsFor(documents, operation));
    return { kind: 'made', question };
  };

  return async (operation, { given = nothing, variant = 0 } = {}) => {
    const first = await makeOnce(operation, given, variant);
    for (let attempt = variant + 1, made = first; attempt < variant + attempts; attempt += 1) {
      if (made.kind === 'unmade' || leadsTo(made.question, operation, referee)) return made;
      made = await makeOnce(operation, given, attempt);
    }
    return first;
  };
}

/** A value that spells out another path leads there: `/things/mine` is no thing. */
function leadsTo(question: Question, operation: DescribedOperation, referee: Referee): boolean {
  const found = referee.findPath(question.path.split('?')[0] ?? '');
  return found === undefined || shapeOf(found) === shapeOf(operation.template);
}

function shapeOf(template: string): string {
  return template.replaceAll(/\{[^{}]*\}/g, '{}').replace(/[?#].*$/, '');
}

/** What can't be made is no value; that it can't is told by what is left without one. */
function makeValue(make: () => JsonValue): JsonValue | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** The second validator has no eye for dates in 3.0, and many an example is a point in time. */
function isNoDate(value: JsonValue, schema: Place | undefined): boolean {
  const isDated = schema && isJsonObject(schema.value) && schema.value['format'] === 'date';
  return isDated === true && (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value));
}

/** What the second validator can't read is taken on trust. */
async function isValid(referee: Referee, schema: Place, value: JsonValue): Promise<boolean> {
  try {
    return (await referee.check(schema, value)).length === 0;
  } catch {
    return true;
  }
}

function isNeeded({ value }: Place, form: WireForm): boolean {
  const isIgnored =
    form.in === 'header' && /^(accept|content-type|authorization)$/i.test(form.name);
  return !isIgnored && (form.in === 'path' || (isJsonObject(value) && value['required'] === true));
}

function schemaOf(documents: Documents, parameter: Place): Place | undefined {
  const direct = documents.at(parameter, 'schema');
  if (direct) return direct;
  const content = documents.at(parameter, 'content');
  const [type] = content && isJsonObject(content.value) ? Object.keys(content.value) : [];
  return content && type !== undefined ? documents.at(content, type, 'schema') : undefined;
}

function examplesOf({ value }: Place, schema: Place | undefined): readonly JsonValue[] {
  const own = isJsonObject(value) ? value : {};
  const its = schema && isJsonObject(schema.value) ? schema.value : {};
  const named = isJsonObject(own['examples']) ? Object.values(own['examples']) : [];
  const listed = Array.isArray(its['enum']) ? its['enum'] : [];
  const values = [
    own['example'],
    ...named.map((each) => (isJsonObject(each) ? each['value'] : undefined)),
    its['example'],
    its['default'],
    ...listed,
  ];
  return values.filter((each): each is JsonValue => each !== undefined);
}

/** What can be sent and come back as the same: a header has no way to say a line break. */
function isPlain(value: JsonValue, form: WireForm): boolean {
  if (form.in !== 'header') return true;
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(serialiseHeader(form, value));
}

function writeRequest(
  operation: DescribedOperation,
  sent: readonly Sent[],
  credentials: Credentials,
): Question {
  const inPath = new Map(
    sent
      .filter(({ form }) => form.in === 'path')
      .map(({ form, value }) => [form.name, serialisePath(form, value)]),
  );
  const [, template = '', behind = ''] =
    /^((?:\{[^{}]*\}|[^?#])*)(?:[?#](.*))?$/.exec(operation.template) ?? [];
  const conditions = behind.split(/[#&]/).filter((condition) => condition !== '');
  const told = sent.flatMap(({ form, value }) =>
    form.in === 'query' ? serialiseQuery(form, value) : [],
  );
  // What tells apart operations of one path stands behind it, as in `/queue#Action=Send`.
  const names = new Set(told.map((pair) => pair.split('=')[0]));
  const untold = conditions.filter((condition) => !names.has(condition.split('=')[0]));
  const query = [...told, ...untold, ...credentials.query];
  const cookies = [
    ...sent.flatMap(({ form, value }) =>
      form.in === 'cookie' ? serialiseCookie(form, value) : [],
    ),
    ...credentials.cookies,
  ];
  const headers = sent.flatMap(({ form, value }): [string, string][] =>
    form.in === 'header' ? [[form.name, serialiseHeader(form, value)]] : [],
  );
  const path = template
    .split(/(\{[^{}]*\})/)
    .map((piece) => (piece.startsWith('{') ? (inPath.get(piece.slice(1, -1)) ?? 'x') : piece))
    .map((piece) => piece.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent))
    .join('');
  const search = query.join('&');
  return {
    method: operation.method,
    path: search === '' ? path : `${path}?${search}`,
    headers: {
      ...Object.fromEntries(headers),
      ...credentials.headers,
      ...(cookies.length > 0 ? { Cookie: cookies.join('; ') } : {}),
    },
  };
}
