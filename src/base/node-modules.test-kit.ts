import { createRequire, syncBuiltinESMExports } from 'node:module';

import { onTestFinished, vi } from 'vitest';

const require = createRequire(import.meta.url);

/** Puts others in the place of what a module of Node exports, until the test is over. */
export function replaceInNode(name: string, others: Readonly<Record<string, unknown>>): void {
  const exported: object = require(name);
  const own = Object.getOwnPropertyDescriptors(exported) as Readonly<
    Record<string, PropertyDescriptor>
  >;
  const put = (member: string, how: PropertyDescriptor): void => {
    Object.defineProperty(exported, member, how);
  };
  for (const [member, value] of Object.entries(others)) {
    put(member, { value, configurable: true, enumerable: true, writable: true });
  }
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const member of Object.keys(others)) put(member, own[member] ?? {});
    syncBuiltinESMExports();
  });
}

type Held = 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval';

/** Holds timers, those of `node:timers` too, until the test is over. */
export function holdTimers(...names: readonly Held[]): void {
  vi.useFakeTimers({ toFake: [...names, 'Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  replaceInNode('node:timers', Object.fromEntries(names.map((name) => [name, globalThis[name]])));
}
