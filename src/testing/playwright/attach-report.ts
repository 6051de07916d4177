import { rm, writeFile } from 'node:fs/promises';

import type { TestInfo } from '@playwright/test';

import type { RemoteWorld } from '../../client/index.ts';
import { tellWorld } from '../../client/index.ts';
import { tellUnread } from '../unread-world.ts';

/** Puts what happened in the world of a failed test into its report. `advice`: for one without a request. */
export async function attachReport(
  world: RemoteWorld,
  info: TestInfo,
  advice: string,
): Promise<void> {
  const [error] = info.errors;
  const read = await readWorld(world, { error, advice }).catch((fault: unknown) =>
    tellUnread(world, fault),
  );
  if (typeof read === 'string') return tellInError(info, read);
  tellInError(info, read.told);
  await attachFile(info, 'world.txt', { text: read.told, contentType: 'text/plain' });
  // The console opens it.
  const text = JSON.stringify(read.recording);
  await attachFile(info, 'world.json', { text, contentType: 'application/json' });
}

async function readWorld(world: RemoteWorld, known: Parameters<typeof tellWorld>[1]) {
  return { told: await tellWorld(world, known), recording: await world.recording() };
}

/** Reporters print an error in full, but only the beginning of an attached text. */
function tellInError({ errors }: TestInfo, told: string): void {
  const error = errors[0];
  if (error?.message === undefined) return;
  const { message } = error;
  error.message = `${message}\n\n${told}`;
  // Reporters take the message from the stack, which begins with it and a name.
  const end = (error.stack?.indexOf(message) ?? -1) + message.length;
  if (error.stack?.includes(message) === true)
    error.stack = `${error.stack.slice(0, end)}\n\n${told}${error.stack.slice(end)}`;
}

interface Attachment {
  readonly text: string;
  readonly contentType: string;
}

/** As a file, which a reporter names; it would print the beginning of a body. */
async function attachFile(info: TestInfo, name: string, attachment: Attachment): Promise<void> {
  const { text, contentType } = attachment;
  const path = info.outputPath(name);
  await writeFile(path, text);
  await info.attach(name, { path, contentType });
  // Playwright has copied it.
  await rm(path);
}
