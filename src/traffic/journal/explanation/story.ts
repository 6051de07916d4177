import { endSentence } from '../../../base/texts.ts';
import { isOfUnknown } from '../../../pipeline/checks/unknown-query.ts';
import type { ContentOrigin } from '../../../pipeline/exchange.ts';
import type { EntryForce } from '../entry-force.ts';
import type { DescribedRequest } from '../entry.ts';
import type { OperationFacts } from '../journal-context.ts';
import type { NearOperation } from './nearest-operations.ts';
import { actorsOf, tellDelivery, tellReply } from './tell-delivery.ts';
import type { RefusingStep } from './tell-refusal.ts';
import { tellRefusal } from './tell-refusal.ts';

type ToldStep = Omit<Explanation, 'sentences'>;

/** What an explanation doesn't have as a member. */
interface Hints {
  readonly isMadeUp: boolean;
  /** What the body was made from, if it shows no record. */
  readonly origin: ContentOrigin | undefined;
  /** Of a refusal of that kind. */
  readonly usualStatus: number;
}

/** Explains in sentences why a request got its reply, in the order of the events. */
export function tellStory(told: ToldStep, hints: Hints): readonly string[] {
  const { entry, operation } = told;
  return [
    tellWhat(entry),
    ...tellOperation(told),
    ...(operation ? [...tellPlan(operation, told), ...tellUnused(operation, entry)] : []),
    ...tellUnknown(entry),
    ...tellCredentials(entry),
    ...tellRefusal(told, hints.usualStatus),
    ...tellAnswer(told, hints),
    ...actorsOf(entry.forced).map(tellForce),
    ...tellDelivery(entry),
    ...told.nearest.map(tellNear),
  ];
}

function tellWhat(entry: DescribedRequest): string {
  const { request } = entry;
  const what =
    request.method === ''
      ? 'A request that could not be read'
      : `${request.method} ${request.path}`;
  return tellReply(what, entry);
}

function tellOperation({ entry, operation }: ToldStep): readonly string[] {
  if (operation) {
    const { id, method, path, declaredAt } = operation;
    return [`It is the operation ${id}, ${method} ${path}, declared at ${declaredAt}.`];
  }
  if (entry.operation !== undefined) {
    return [
      `It was the operation ${entry.operation}, which the contract that was loaded since has no more.`,
    ];
  }
  return entry.verdict === 'unmatched' ? ['No operation of the contract matches it.'] : [];
}

function tellPlan(
  { role, collection, key, parents, why }: OperationFacts,
  { parameters }: ToldStep,
): readonly string[] {
  const because = why === '' ? '' : `: ${why}`;
  if (collection === undefined) return [`The operation touches no record${because}.`];
  const words = (names: readonly string[]): string =>
    names.map((name) => `${name} "${parameters[name] ?? ''}"`).join(', ');
  const does = roleWords[role] ?? `does "${role}" to`;
  const named = key === undefined ? '' : `, which ${words([key])} names`;
  const under = parents.length === 0 ? '' : `, under ${words(parents)}`;
  return [`The operation ${does} "${collection}"${named}${under}${because}.`];
}

/** Parameters that were sent, and that the list takes no notice of. */
function tellUnused(
  { unusedQueries }: OperationFacts,
  { request }: DescribedRequest,
): readonly string[] {
  const sent = new Set(
    [...new URLSearchParams(request.query).keys()].flatMap((name) => [
      name,
      name.replace(/\[.*$/, ''),
    ]),
  );
  const names = unusedQueries.filter((name) => sent.has(name));
  if (names.length === 0) return [];
  const named = names.map((name) => `"${name}"`).join(', ');
  return [
    `Nothing follows from ${named} in the query, since the plan does not know what it means.`,
  ];
}

/** A refusal for such names tells of them itself. */
function tellUnknown({ unknownQuery, violations }: DescribedRequest): readonly string[] {
  return violations.some(isOfUnknown)
    ? []
    : unknownQuery.map(({ message }) => endSentence(message));
}

const roleWords: Readonly<Record<string, string>> = {
  read: 'reads a record of',
  list: 'lists the records of',
  count: 'counts the records of',
  create: 'makes a record of',
  replace: 'replaces a record of',
  merge: 'changes a record of',
  delete: 'deletes a record of',
  link: 'links a record of',
  action: 'does something with a record of',
};

function tellCredentials({ credentials }: DescribedRequest): readonly string[] {
  if (credentials.length === 0) return [];
  const names = credentials.map((name) => `"${name}"`).join(', ');
  return [`It showed the credential ${names}.`];
}

function tellAnswer({ source, entry }: ToldStep, { isMadeUp, origin }: Hints): readonly string[] {
  const { kind, collection, key } = source;
  const record =
    key === undefined ? `the record of "${collection}"` : `the record "${key}" of "${collection}"`;
  const madeUp = isMadeUp
    ? ' The collection has no fixtures, so the server makes up what no request wrote, the same for each client.'
    : '';
  switch (kind) {
    case 'record':
      return [`The answer is ${record}.${madeUp}`];
    case 'records':
      return [`The answer lists records of "${collection}".${madeUp}`];
    case 'change':
      return [tellChange(`"${collection}"`, entry, origin)];
    case 'example':
      return ['The answer is an example of the contract.'];
    case 'generated':
      return [
        'The answer is made up for the schema of the response; the same request gets the same again.',
      ];
    case 'handler':
      return ['The answer is what the handler of the operation returned.'];
    case 'empty':
      return ['The answer has no body.'];
    case 'preflight':
      return ['A browser asked whether a page of another origin may call; it may.'];
    case 'forwarded':
      return [`It was forwarded to ${entry.forwardedTo}, whose answer this is.`];
    case 'intervention':
    case 'refusal':
    case 'breach':
    case 'unknown':
      return [];
  }
}

function tellChange(
  where: string,
  { reply }: DescribedRequest,
  origin: ContentOrigin | undefined,
): string {
  if (origin === 'example') {
    return `The change was done in ${where}; the answer is an example of the contract.`;
  }
  if (origin === 'generated') {
    return `The change was done in ${where}; the answer is made up for the schema of the response.`;
  }
  if (reply.body === undefined && reply.bodyNote === undefined) {
    return `The change was done in ${where}; there is no body to show it.`;
  }
  return `The change was done, and the answer shows what ${where} holds since.`;
}

function tellForce({ by, id, what }: EntryForce): string {
  switch (by) {
    case 'preference':
      return 'The request itself prefers another answer than the usual one (Prefer), so the state had no say in it.';
    case 'header':
      return `The request itself asked for it, by its header: ${what}.`;
    case 'override':
    case 'fault':
      return `The ${by} "${id}" changed the reply: ${what}.`;
  }
}

function tellNear({ operation, method, path, differences }: NearOperation): string {
  const words = differences.length === 0 ? 'it is told apart by the query' : differences.join('; ');
  return `Near is ${operation}, ${method} ${path}: ${words}.`;
}

/** Why a request got its reply. */
export interface Explanation {
  readonly entry: DescribedRequest;
  /** The whole explanation in plain words, in the order of the events. */
  readonly sentences: readonly string[];
  /** Undefined if no operation matches, or if the contract no longer has it. */
  readonly operation: OperationFacts | undefined;
  /** The path parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The step of the road that refused the request; undefined: none did. */
  readonly refusedBy: RefusingStep | undefined;
  readonly source: AnswerSource;
  /** The operations that an unmatched request may have meant. */
  readonly nearest: readonly NearOperation[];
}

/** What the reply was made from. */
export interface AnswerSource {
  readonly kind:
    | 'record'
    | 'records'
    | 'change'
    | 'example'
    | 'generated'
    | 'handler'
    | 'empty'
    | 'intervention'
    | 'refusal'
    | 'breach'
    | 'preflight'
    | 'forwarded'
    /** A reload removed the operation from the contract. */
    | 'unknown';
  readonly collection: string | undefined;
  readonly key: string | undefined;
}
