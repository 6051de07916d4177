import { relative, resolve } from 'node:path';

import type { MockOptions } from '../index.ts';
import { options } from '../server/options/options.ts';

/** Has the paths in options of `createMock` lead from a folder: that of the runner's configuration. */
export function leadPaths<Given extends MockOptions>(given: Given, folder: string): Given {
  const change = (path: string): string => leadPath(path, folder);
  const changed = options.flatMap(({ name, kind }) => {
    const value: unknown = Reflect.get(given, name);
    return kind.namesFiles && value !== undefined ? [[name, mapPaths(value, change)]] : [];
  });
  return { ...given, ...Object.fromEntries(changed) };
}

/** Relative where it can be, since messages show it. */
export function leadPath(path: string, folder: string): string {
  return relative(process.cwd(), resolve(folder, path)) || '.';
}

/** URLs, documents and handlers stay as they are. */
function mapPaths(value: unknown, change: (path: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => mapPaths(one, change));
  const isPath = typeof value === 'string' && !/^[a-z][a-z\d+.-]+:/i.test(value);
  return isPath ? change(value) : value;
}
