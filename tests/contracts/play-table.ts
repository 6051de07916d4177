import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { JsonValue } from '../../src/base/json.ts';
import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import type { Referee } from '../referee/referee.ts';
import { openReferee } from '../referee/referee.ts';
import type { Answer, Question } from './ask.ts';
import { ask } from './ask.ts';

/** A request, and what has to come back. */
export interface Row {
  /** Method and target, as in the first line of a request: `GET /pets?limit=1`. */
  readonly ask: string;
  /** What the row is about, where the request doesn't say. */
  readonly about?: string;
  readonly headers?: Question['headers'];
  /** Sent as JSON, with its type unless the row names another. */
  readonly json?: JsonValue;
  /** Sent as it is. */
  readonly body?: string | Uint8Array;
  readonly status: number;
  /** The media type of the answer, without parameters. */
  readonly type?: string;
  /** Headers of the answer by name in lower case: texts, or matchers. */
  readonly answers?: object;
  /** Headers that the answer must not have. */
  readonly lacks?: readonly string[];
  /** The whole body, parsed. */
  readonly is?: unknown;
  /** What the parsed body holds, at least. */
  readonly like?: object;
  /** The body as a text. */
  readonly text?: unknown;
  /** Why the reply is not held to the contract by the second validator. */
  readonly unjudged?: string;
}

const undeclaredHeader = 'x-stuntdouble-undeclared';

/** Plays the requests of a table against a stand-in that listens, and judges the answers. */
export function playTable(
  contract: string,
  rows: readonly Row[],
  options: Omit<MockOptions, 'contract'> = {},
): void {
  const file = join(import.meta.dirname, contract);
  describe(contract, () => {
    let mock: Mock | undefined;
    let referee: Referee;
    beforeAll(async () => {
      referee = openReferee(file);
      mock = await createMock({ contract: file, ...options });
      await mock.listen();
    });
    afterAll(async () => {
      referee.close();
      await mock?.close();
    });

    // Not a table of the runner's own: it would read the escapes of a path as its placeholders.
    for (const row of rows) {
      it(describeRow(row), async () => {
        const question = questionOf(row);
        const answer = await ask(mock?.url ?? '', question);
        expectRow(row, answer);
        await expectByContract(referee, row, question, answer);
      });
    }
  });
}

function describeRow({ ask: line, about, status }: Row): string {
  return `${line} → ${status}${about === undefined ? '' : ` (${about})`}`;
}

function questionOf(row: Row): Question {
  const space = row.ask.indexOf(' ');
  const type = row.json === undefined ? {} : { 'Content-Type': 'application/json' };
  return {
    method: row.ask.slice(0, space),
    path: row.ask.slice(space + 1),
    headers: { ...type, ...row.headers },
    body: row.json === undefined ? row.body : JSON.stringify(row.json),
  };
}

function expectRow(row: Row, answer: Answer): void {
  const { headers, text } = answer;
  expect({ status: answer.status, text }).toEqual({ status: row.status, text: expect.anything() });
  if (row.type !== undefined) expect(headers['content-type']?.split(';')[0]).toBe(row.type);
  if (row.answers) expect(headers).toMatchObject(row.answers);
  for (const name of row.lacks ?? []) expect(headers).not.toHaveProperty([name]);
  if (row.is !== undefined) expect(JSON.parse(text)).toEqual(row.is);
  if (row.like !== undefined) expect(JSON.parse(text)).toMatchObject(row.like);
  if (row.text !== undefined) expect(text).toEqual(row.text);
}

/** What holds for every answer: it is declared and valid, or it says that it isn't. */
async function expectByContract(
  referee: Referee,
  row: Row,
  { method, path }: Question,
  answer: Answer,
): Promise<void> {
  const operation = referee.find(method, path.split('?')[0] ?? '');
  if (!operation || row.unjudged !== undefined) return;
  const { status, headers, text } = answer;
  if (!referee.declares(operation, status)) {
    expect(headers, 'an undeclared answer says so').toHaveProperty(undeclaredHeader);
    return;
  }
  expect(headers).not.toHaveProperty(undeclaredHeader);
  const verdict = await referee.judge(operation, {
    status,
    contentType: headers['content-type'],
    text,
  });
  expect(verdict.kind, `${JSON.stringify(verdict)}\n${text}`).not.toBe('invalid');
}
