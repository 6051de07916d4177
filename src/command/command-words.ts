import { existsSync } from 'node:fs';

import { findNear } from '../base/nearest.ts';
import type { CommandName } from '../server/options/commands.ts';
import { commandNames } from '../server/options/commands.ts';
import { UsageError } from './usage-error.ts';

/** What the first word of a command line means; undefined: it is a contract. */
export function commandOf(word: string | undefined): CommandName | undefined {
  return word === 'mock' ? 'serve' : commandNames.find((name) => name === word);
}

/** Words that other tools have for what the commands do. */
const otherWords: Readonly<Record<string, CommandName>> = {
  start: 'serve',
  server: 'serve',
  up: 'serve',
  dev: 'serve',
  exec: 'run',
  test: 'run',
  validate: 'check',
  lint: 'check',
  verify: 'check',
  generate: 'seed',
  add: 'seed',
  list: 'plan',
  explain: 'plan',
  inspect: 'plan',
  coverage: 'report',
  clean: 'reset',
  clear: 'reset',
};

/** Throws if the first operand of a command line without a command must have been meant as one. */
export function assertNoCommand([word = '', ...others]: readonly string[]): void {
  // A path has a dot or a slash in it; and a folder may have any name.
  if (!/^[a-z][a-z-]*$/i.test(word) || existsSync(word)) return;
  if (word === 'proxy') throw refuseProxy(others);
  const other = Object.hasOwn(otherWords, word) ? otherWords[word] : undefined;
  const meant = other ?? findNear(word, [...commandNames, 'mock', 'help'], 2);
  const advice =
    meant === undefined
      ? `the commands are ${commandNames.join(', ')}, and a contract is a file, a folder or a URL`
      : `did you mean stuntdouble ${meant}?`;
  throw new UsageError(`there is no command "${word}", and no file of that name: ${advice}`);
}

function refuseProxy([
  contract = 'openapi.yaml',
  url = 'http://127.0.0.1:3000',
]: readonly string[]): UsageError {
  return new UsageError(
    `there is no command "proxy", because Stuntdouble answers what is in the contract itself; to forward the rest, type stuntdouble ${contract} --unmatched ${url}`,
  );
}
