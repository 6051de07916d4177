import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Exchange, Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

/** A server with all that shows something of its requests. */
export interface SecretTraffic {
  readonly mock: Mock;
  readonly url: string;
  readonly folder: string;
  readonly heard: readonly Exchange[];
  ask(
    this: void,
    path: string,
    asked?: RequestInit,
  ): Promise<{ readonly status: number; readonly text: string }>;
  /** A call of the control API, whose reply is a text. */
  read(this: void, path: string): Promise<string>;
  /** What the log, the journal, its explanations and coverage show, by where. */
  show(this: void): Promise<Readonly<Record<string, string>>>;
}

/** It listens until the test is over. */
export async function openTraffic(
  files: Readonly<Record<string, object>>,
  options: MockOptions = {},
): Promise<SecretTraffic> {
  const texts = Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)]);
  const folder = await writeFolder(Object.fromEntries(texts) as Record<string, string>);
  const heard: Exchange[] = [];
  const mock = await createMock({
    contract: join(folder, 'openapi.json'),
    onExchange: (exchange) => heard.push(exchange),
    ...options,
  });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  const ask: SecretTraffic['ask'] = async (path, asked) => {
    const response = await fetch(url + path, asked);
    return { status: response.status, text: await response.text() };
  };
  const read = async (path: string): Promise<string> => (await ask(`/_mock${path}`)).text;
  return {
    mock,
    url,
    folder,
    heard,
    ask,
    read,
    async show() {
      const log = heard.filter(({ lane }) => lane === 'contract');
      const stories = mock.requests().map(({ id }) => read(`/requests/${id}/explain`));
      return {
        log: JSON.stringify(log),
        journal: await read('/requests'),
        explained: (await Promise.all(stories)).join('\n'),
        coverage: await read('/coverage'),
      };
    },
  };
}

const text = { type: 'string' };

/** A contract of these operations, each a method and a path; all path parameters are texts. */
export function contractOf(
  operations: Readonly<Record<string, object>>,
  more: object = {},
): { readonly 'openapi.json': object } {
  const paths: Record<string, Record<string, object>> = {};
  for (const [address, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = address.split(' ');
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: text,
    }));
    const item = (paths[path] ??= { parameters });
    item[method.toLowerCase()] = { responses: { 204: { description: 'Done.' } }, ...operation };
  }
  const info = { title: 'Secrets', version: '1' };
  return { 'openapi.json': { openapi: '3.1.0', info, paths, ...more } };
}
