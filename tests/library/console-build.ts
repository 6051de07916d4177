import { join } from 'node:path';

import { onTestFinished, vi } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { consoleBuild } from '../../src/server/console-files/console-files.ts';

const files = {
  'index.html': '<!doctype html><script type="module" src="./console/index-a1_B-2.js"></script>',
  'secret.txt': 'beside the page',
  'console/index-a1_B-2.js': 'document.title = "Console";',
  'console/index-c3.css': 'body { color: black; }',
  'console/logo-d4.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'console/data-e5.bin': 'bytes',
  'console/.hidden.js': 'hidden',
  'console/deep/inner-f6.js': 'inner',
};

/** Puts a small build in the place of the console's own until the test is over. */
export async function buildConsole(): Promise<void> {
  const folder = await writeFolder(files);
  placeConsole(folder);
}

/** As in a checkout that nobody has built. */
export async function removeConsole(): Promise<void> {
  placeConsole(join(await writeFolder({}), 'nothing'));
}

function placeConsole(folder: string): void {
  const spy = vi.spyOn(consoleBuild, 'folder').mockReturnValue(folder);
  onTestFinished(() => spy.mockRestore());
}

export const page: string = files['index.html'];
export const script: string = files['console/index-a1_B-2.js'];
