import type { JsonObject, PlannedOperation } from '../api/documents.ts';

/** One way in which an operation can answer. */
export interface AnswerOption {
  readonly value: string;
  readonly label: string;
  readonly reply: JsonObject;
  /** Whether the contract does not declare it. */
  readonly isBreach: boolean;
}

/** The value of the usual answer, and of one that no option stands for. */
export const usual = '';
export const other = '?';

/** The declared statuses, with the examples of each, then failures that are not declared. */
export function listOptions({
  responses,
}: Pick<PlannedOperation, 'responses'>): readonly AnswerOption[] {
  const declared = responses.flatMap(({ status, description, examples }) => {
    const sent = statusOf(status);
    if (sent === undefined || sent < 200) return [];
    const plain = {
      value: status,
      label: `${status} ${description ?? ''}`.trim(),
      reply: { status: sent },
    };
    const named = examples.map((example) => ({
      value: `${status} ${example}`,
      label: `${status} example ${example}`,
      reply: { status: sent, example },
    }));
    return [plain, ...named].map((one) => ({ ...one, isBreach: false }));
  });
  const isAnyDeclared = responses.some(({ status }) => /^(5XX|default)$/i.test(status));
  const undeclared = madeUp.filter(
    ({ status }) => !isAnyDeclared && !responses.some((one) => one.status === String(status)),
  );
  return [...declared, ...undeclared.map(breach)];
}

/** A failure that the contract does not declare, as a problem document. */
export function breachReply(status: number, title: string): JsonObject {
  return { status, body: { title, status }, breach: true };
}

const madeUp = [
  { status: 500, title: 'Internal Server Error' },
  { status: 503, title: 'Service Unavailable' },
];

function breach({ status, title }: (typeof madeUp)[number]): AnswerOption {
  return {
    value: `!${status}`,
    label: `${status} ${title}, not declared`,
    reply: breachReply(status, title),
    isBreach: true,
  };
}

/** The option that a reply stands for. */
export function findOption(
  options: readonly AnswerOption[],
  reply: JsonObject,
): AnswerOption | undefined {
  const text = JSON.stringify(sorted(reply));
  return options.find((one) => JSON.stringify(sorted(one.reply)) === text);
}

function sorted(value: JsonObject): readonly (readonly [string, unknown])[] {
  return Object.entries(value).toSorted(([one], [two]) => (one < two ? -1 : 1));
}

/** A status to ask for: of a range its first, for all others a failure. */
function statusOf(status: string): number | undefined {
  if (status.toLowerCase() === 'default') return 500;
  const text = status.replace(/^([1-5])XX$/i, '$100');
  return /^\d{3}$/.test(text) ? Number(text) : undefined;
}

/** Letters of an id that make it unique; ids have 64 at most. */
const longest = 56;

/** The id of the override that the console makes for an operation. */
export function idOf(operation: string): string {
  return `console-${nameOf(operation)}`;
}

/** The id of an operation as a part of the id of an override. */
export function nameOf(operation: string, most = longest): string {
  const isPlain = /^[\w.-]+$/.test(operation) && operation.length <= most;
  if (isPlain) return operation;
  const slug = operation.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 40);
  return `${slug}-${hash(operation)}`;
}

/** FNV-1a: two long ids with one beginning stay two. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (const character of text) sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 16777619);
  return (sum >>> 0).toString(16).padStart(8, '0');
}
