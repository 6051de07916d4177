import { request } from 'node:http';
import { isDeepStrictEqual } from 'node:util';

import type { Question } from './questions.ts';

export type Answer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'unanswered'; readonly reason: string };

/** One request on a connection of its own. */
export function ask(port: number, question: Question, prefix = ''): Promise<Answer> {
  const { method, headers, path, body } = question;
  return new Promise((resolve) => {
    const fail = (error: Error): void => resolve({ kind: 'unanswered', reason: error.message });
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path: `${prefix}${path}`,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Length': body.length }) },
      agent: false,
      timeout: 60_000,
    });
    outgoing.on('error', fail);
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within a minute')));
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('error', fail);
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ kind: 'answered', status: incoming.statusCode ?? 0, body: text });
      });
    });
    outgoing.end(body);
  });
}

/** What is wrong with an answer; undefined where it is right. */
export function findFault(question: Question, answer: Answer): string | undefined {
  const what = `${question.method} ${question.body ?? ''}`.trim();
  if (answer.kind === 'unanswered') return `${what}: ${answer.reason}`;
  const shown = answer.body.slice(0, 120);
  if (answer.status !== question.status) {
    return `${what} is answered ${answer.status} instead of ${question.status}: ${shown}`;
  }
  if (question.status === 204 && answer.body !== '') return `${what}: a 204 with a body`;
  if (question.answer !== undefined && !isDeepStrictEqual(parse(answer.body), question.answer)) {
    return `${what} is answered with something else: ${shown}`;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
