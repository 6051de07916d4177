import type { Contract } from '../../src/contract/compile.ts';
import { createGenerator } from '../../src/behaviors/generate.ts';
import type { JsonValue } from '../../src/json.ts';
import { isJsonObject } from '../../src/json.ts';
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

/** Makes valid requests for the operations of a contract: what is required, and no more. */
export function createRequests(
  contract: Contract,
  referee: Referee,
): (operation: DescribedOperation) => Promise<Made> {
  const generate = createGenerator(contract, 'wild');

  const findValue = async (place: Place, form: WireForm): Promise<JsonValue | undefined> => {
    const schema = schemaOf(referee.documents, place);
    const isUsable = async (value: JsonValue): Promise<boolean> =>
      !(form.in === 'path' && serialisePath(form, value) === '') &&
      (!schema || (await referee.check(schema, value)).length === 0);
    for (const value of examplesOf(place, schema)) {
      if (isPlain(value, form) && (await isUsable(value))) return value;
    }
    if (!schema) return 'x';
    const { root } = contract.documents;
    const part = contract.documents.at(root, ...schema.steps);
    if (!part) return undefined;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const value = generate(part, `wild ${attempt}`, { direction: 'request' });
      if (isPlain(value, form) && (await isUsable(value))) return value;
    }
    return undefined;
  };

  return async (operation) => {
    const sent: Sent[] = [];
    for (const place of operation.parameters) {
      const form = readWireForm(place.value);
      if (!form || !isNeeded(place, form)) continue;
      const value = await findValue(place, form);
      if (value === undefined) return { kind: 'unmade', reason: `no value for ${form.name}` };
      sent.push({ form, value });
    }
    return {
      kind: 'made',
      question: writeRequest(operation, sent, credentialsFor(referee.documents, operation)),
    };
  };
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
  const listed = Array.isArray(its['enum']) ? its['enum'].slice(0, 1) : [];
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
  const query = [
    ...sent.flatMap(({ form, value }) => (form.in === 'query' ? serialiseQuery(form, value) : [])),
    ...credentials.query,
  ];
  const cookies = [
    ...sent.flatMap(({ form, value }) =>
      form.in === 'cookie' ? serialiseCookie(form, value) : [],
    ),
    ...credentials.cookies,
  ];
  const headers = sent.flatMap(({ form, value }): [string, string][] =>
    form.in === 'header' ? [[form.name, serialiseHeader(form, value)]] : [],
  );
  const [template = '', fixedQuery] = operation.template.split('?');
  const path = template
    .split(/(\{[^{}]*\})/)
    .map((piece) => (piece.startsWith('{') ? (inPath.get(piece.slice(1, -1)) ?? 'x') : piece))
    .map((piece) => piece.replaceAll(/[^\x21-\x7e]|#/g, encodeURIComponent))
    .join('');
  const search = [...(fixedQuery === undefined ? [] : [fixedQuery]), ...query].join('&');
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
