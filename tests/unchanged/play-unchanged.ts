import { createHash } from 'node:crypto';

import type { JsonValue } from '../../src/base/json.ts';
import type { Generate } from '../../src/behaviors/values/generate.ts';
import { createGenerators } from '../../src/behaviors/values/generate.ts';
import type { Contract } from '../../src/contract/compile.ts';
import type { Operation } from '../../src/contract/operations.ts';
import { createMock } from '../../src/index.ts';
import { loadBlueprint, resolvePlaces } from '../../src/server/blueprint.ts';
import { describePlan } from '../../src/server/plan-document.ts';
import type { Question } from '../contracts/ask.ts';
import { ask } from '../contracts/ask.ts';
import type { Written } from '../flows/bodies.ts';
import { chooseBodyMedia, makeBody, writeBody } from '../flows/bodies.ts';
import type { WireForm } from '../wild/serialise.ts';
import {
  serialiseCookie,
  serialiseHeader,
  serialisePath,
  serialiseQuery,
} from '../wild/serialise.ts';

/** What a contract comes to, as texts: one line for each thing that can change. */
export interface Findings {
  readonly plan: readonly string[];
  readonly data: readonly string[];
  readonly replies: readonly string[];
}

export function digest(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
}

/** Writes down the plan of a contract, values for each of its schemas, and replies to requests. */
export async function writeDown(file: string, fixtures?: string): Promise<Findings> {
  const { contract, generate, ...found } = await inferAll(file, fixtures);
  return { ...found, replies: await collectReplies(file, fixtures, contract, generate) };
}

/** The same without replies. */
export async function writeDownData(file: string): Promise<Omit<Findings, 'replies'>> {
  const { plan, data } = await inferAll(file, undefined);
  return { plan, data };
}

interface Inferred extends Omit<Findings, 'replies'> {
  readonly contract: Contract;
  readonly generate: Generate;
}

async function inferAll(file: string, fixtures: string | undefined): Promise<Inferred> {
  const loaded = await loadBlueprint(resolvePlaces([file], fixtures), {
    isLenient: true,
    isComplete: false,
    allowRemoteRefs: false,
    allowRefs: [],
    overlays: [],
  });
  const { contract } = loaded;
  const generate = createGenerators(contract)('unchanged');
  return {
    contract,
    generate,
    plan: JSON.stringify(describePlan(loaded, []), undefined, 1).split('\n'),
    data: contract.operations.flatMap((operation) => generateAll(operation, generate)),
  };
}

function generateAll({ id, body, responses }: Operation, generate: Generate): readonly string[] {
  const sent = (body?.media ?? []).map(({ schema }) => ['request', schema] as const);
  const answered = [...responses.values()].flatMap(({ media }) =>
    media.map(({ schema }) => ['response', schema] as const),
  );
  return [...sent, ...answered].flatMap(([direction, schema], at) =>
    schema
      ? (['first', 'never'] as const).map((examples) => {
          const place = `${id} ${at} ${examples}`;
          return `${place} ${attempt(() => generate(schema, place, { direction, examples }))}`;
        })
      : [],
  );
}

function attempt(make: () => JsonValue): string {
  try {
    return JSON.stringify(make());
  } catch (error) {
    return String(error);
  }
}

/** Reading, making, reading again, changing, removing, reading once more. */
const rounds: readonly (readonly string[])[] = [
  ['GET'],
  ['POST', 'PUT', 'PATCH'],
  ['GET', 'HEAD', 'OPTIONS'],
  ['DELETE'],
  ['GET'],
];

async function collectReplies(
  file: string,
  fixtures: string | undefined,
  contract: Contract,
  generate: Generate,
): Promise<readonly string[]> {
  await using mock = await createMock({
    contract: file,
    ...(fixtures === undefined ? {} : { fixtures }),
    auth: 'off',
    control: false,
    seed: 'unchanged',
    // URLs of files would begin with the port of this run, and ETags know them.
    publicUrl: 'http://mock.test',
    lenient: true,
  });
  mock.world('default').setClock({ now: '2026-02-03T04:05:06.789Z', frozen: true });
  const { url } = await mock.listen();
  const lines: string[] = [];
  for (const methods of rounds) {
    for (const operation of contract.operations) {
      if (!methods.includes(operation.method)) continue;
      const question = makeRequest(operation, generate);
      if (!question) continue;
      const { status, headers, text } = await ask(url, question);
      const told = Object.entries(headers)
        .filter(([name]) => !passing.has(name))
        .map(([name, value]) => `${name}: ${value}`);
      const line = [operation.id, question.path, status, ...told.toSorted(), text].join(' | ');
      lines.push(line.replaceAll(url, '').replaceAll(url.slice('http://'.length), ''));
    }
  }
  return lines;
}

/** Headers of the connection and of the moment. */
const passing = new Set(['date', 'connection', 'keep-alive']);

interface Sent {
  readonly form: WireForm;
  readonly value: JsonValue;
}

/** A request with what the operation demands; undefined where no value for that is found. */
function makeRequest(operation: Operation, generate: Generate): Question | undefined {
  try {
    const sent = operation.parameters
      .filter(({ isRequired, name }) => isRequired && !/^content-length$/i.test(name))
      .map((parameter): Sent => {
        const { name, in: place, style, explode, mediaType, schema } = parameter;
        const form = { name, in: place, style, explode, isContent: mediaType !== undefined };
        const direction = 'request';
        return { form, value: schema ? generate(schema, name, { direction }) : 'x' };
      });
    const media = chooseBodyMedia(operation);
    const written = media && writeBody(makeBody(generate, operation, media, 'b'), media);
    return writeRequest(operation, sent, written);
  } catch {
    return undefined;
  }
}

function writeRequest(
  { method, path }: Operation,
  sent: readonly Sent[],
  written: Written | undefined,
): Question {
  const within = (place: WireForm['in']): readonly Sent[] =>
    sent.filter(({ form }) => form.in === place);
  const [template = ''] = /^(?:\{[^{}]*\}|[^?#])*/.exec(path) ?? [];
  const filled = template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const found = within('path').find(({ form }) => form.name === name);
    return (found && serialisePath(found.form, found.value)) || 'x';
  });
  const query = within('query').flatMap(({ form, value }) => serialiseQuery(form, value));
  const cookies = within('cookie').flatMap(({ form, value }) => serialiseCookie(form, value));
  const headers = within('header')
    .map(({ form, value }): [string, string] => [form.name, serialiseHeader(form, value)])
    .filter(([, text]) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text));
  return {
    method,
    path:
      filled.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent) +
      (query.length > 0 ? `?${query.join('&')}` : ''),
    headers: {
      ...Object.fromEntries(headers),
      ...(cookies.length > 0 ? { Cookie: cookies.join('; ') } : {}),
      ...written?.headers,
    },
    body: written?.body,
  };
}
