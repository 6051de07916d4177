import type { Part } from '../../load/documents.ts';
import { wholeOf } from '../../schema/schema-walk.ts';
import type { Lens } from './evidence.ts';
import { findEntry } from './evidence.ts';
import { bodyOf, replyOf } from './record-spots.ts';
import type { OperationEntry, PathSite } from './sites.ts';

/** A list of words in a body. */
export interface TextList {
  readonly steps: readonly string[];
  readonly schema: Part;
  /** Whether nothing stands beside the list. */
  readonly isAlone: boolean;
}

/** The only list in a body: the body itself, a member, or a member of the only object in it. */
export function listIn(lens: Lens, schema: Part, depth = 0): TextList | undefined {
  const { records } = lens;
  if (isTexts(lens, schema)) return { steps: [], schema, isAlone: true };
  const members = [...records.members(schema)];
  const lists = members.filter(([, part]) => records.isList(part));
  const [only] = lists.length > 0 ? lists : members;
  if (!only || lists.length > 1 || (lists.length === 0 && (members.length > 1 || depth > 0)))
    return undefined;
  const below = listIn(lens, only[1], depth + 1);
  const isAlone = members.length === 1 && below?.isAlone === true;
  return below && { ...below, steps: [only[0], ...below.steps], isAlone };
}

export function isTexts({ records, documents }: Lens, schema: Part): boolean {
  if (!records.isList(schema)) return false;
  const [items] = wholeOf(documents, schema).flatMap((part) => documents.own(part, 'items') ?? []);
  const types = items ? [...records.types(items)] : [];
  return types.length > 0 && types.every((type) => type === 'string' || type === 'null');
}

/** Where a body has words and hardly anything else. */
export function sentIn(lens: Lens, { operation }: OperationEntry): readonly string[] | undefined {
  const body = bodyOf(operation);
  const list = body && listIn(lens, body);
  return list && list.steps.length < 2 && lens.records.members(body).size <= mostBeside + 1
    ? list.steps
    : undefined;
}

const mostBeside = 1;

export function isWritten(lens: Lens, { whole }: PathSite): boolean {
  return ['POST', 'PUT', 'PATCH'].some((method) => {
    const writing = findEntry(whole, method);
    return writing !== undefined && sentIn(lens, writing) !== undefined;
  });
}

/** Whether a place without a record of its own has words. */
export function hasWords(lens: Lens, site: PathSite): boolean {
  const reading = findEntry(site.whole, 'GET');
  const reply = reading && replyOf(reading.operation);
  return (
    !site.item &&
    reply !== undefined &&
    listIn(lens, reply)?.isAlone === true &&
    isWritten(lens, site)
  );
}
