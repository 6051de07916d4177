import { access } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { writeFolder } from '../base/temporary-folder.test-kit.ts';
import { parseInvocation } from './invocation.ts';
import { serve } from './serve.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';

async function toldToServe(...words: readonly string[]): Promise<Settings> {
  const data = join(await writeFolder(), 'data');
  return parseInvocation(['--port', '0', '--data', data, ...words], {}).settings;
}

interface Heard {
  readonly terminal: Terminal;
  readonly text: () => string;
}

function listenTo(broken: Partial<Terminal>): Heard {
  let text = '';
  const note = (more: string): void => void (text += more);
  const usual = { out: note, error: note, isInteractive: false, columns: undefined };
  const terminal = { ...usual, paint: (_: unknown, plain: string) => plain, ...broken };
  return { terminal, text: () => text };
}

it.each(['human', 'json'])(
  'a banner that can not be made (--log %s) is one plain line, and the server serves',
  async (log) => {
    const settings = await toldToServe('--log', log);
    const { terminal, text } = listenTo({
      paint() {
        throw new URIError('URI malformed');
      },
    });
    const broken = {
      ...settings,
      get data(): string {
        // It is read once for the server, and then for what is said of it.
        dataAsked += 1;
        if (dataAsked > 1 && log === 'json') throw new URIError('URI malformed');
        return settings.data;
      },
    };
    let dataAsked = 0;
    await using server = await serve(broken, terminal);
    expect((await fetch(`${server.url}/_mock/ready`)).status).toBe(200);
    expect(text()).toContain(server.url);
    expect(text()).toContain('the banner can not be shown: URI malformed');
    expect(text().trim().split('\n')).toHaveLength(1);
  },
);

it('where nothing can be said at all, the server ends and leaves its folder', async () => {
  const settings = await toldToServe();
  let told = '';
  const { terminal } = listenTo({
    out(text) {
      told += text;
      throw new Error('nowhere to write to');
    },
  });
  await expect(serve(settings, terminal)).rejects.toThrow('nowhere to write to');
  const [, url = ''] = /at (http:\S+),/.exec(told) ?? [];
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  await expect(access(join(settings.data, 'lock'))).rejects.toThrow('ENOENT');
});
