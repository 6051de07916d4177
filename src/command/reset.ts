import { join } from 'node:path';

import { setStateAside } from '../server/resetting.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { printable } from '../base/printable.ts';

/** Puts the saved state aside, valid or not, so that the next start is from the fixtures. */
export async function reset({ data }: Settings, { out, error }: Terminal): Promise<void> {
  const file = join(data, 'db.json');
  const aside = await setStateAside(data, (message) => error(`${printable(message)}\n`));
  const told =
    aside === undefined
      ? `${file} does not exist: the next start is from the fixtures anyway`
      : `the next start is from the fixtures; the state up to now is in ${aside}`;
  out(`${printable(told)}\n`);
}
