import type { Exchange, Mock, MockOptions } from '../../src/index.ts';
import { openBookshop } from './open-bookshop.ts';

/** A reply as it came. */
export interface RawReply {
  readonly status: number;
  readonly head: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** The replies of a connection, one after the other. */
export function readReplies(text: string): readonly RawReply[] {
  const replies: RawReply[] = [];
  let rest = text;
  while (rest !== '') {
    const [head = ''] = /^HTTP\/1\.1 [^]*?\r\n\r\n/.exec(rest) ?? [];
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (head === '') throw new Error(`this is no reply: ${rest.slice(0, 100)}`);
    const body = rest.slice(head.length, head.length + length);
    const json: unknown = body === '' ? {} : JSON.parse(body);
    replies.push({ status: Number(head.slice(9, 12)), head, json: { ...Object(json) } });
    rest = rest.slice(head.length + length);
  }
  return replies;
}

/** The bookshop, with the lines of its log. */
export async function openLogged(
  options: MockOptions = {},
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly mock: Mock; readonly log: readonly Exchange[] }> {
  const log: Exchange[] = [];
  const { mock } = await openBookshop({ ...options, onExchange: (one) => log.push(one) }, more);
  return { mock, log };
}
