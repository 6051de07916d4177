import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { messageOf, StartError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';

/** What init needs to know of a project's package.json. */
export interface PackageFile {
  readonly file: string;
  readonly text: string;
  readonly root: JsonObject;
}

/** Undefined: the folder has none. */
export function readPackageFile(folder: string): PackageFile | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const root = parse(file, text.replace(/^\uFEFF/, ''));
  const { scripts = {} } = root;
  if (isJsonObject(scripts)) return { file, text, root };
  throw new StartError([{ file, pointer: '/scripts', message: 'must be an object' }]);
}

function parse(file: string, text: string): JsonObject {
  try {
    const root: unknown = JSON.parse(text);
    if (isJsonObject(root)) return root;
  } catch (error) {
    throw new StartError([{ file, message: `is not valid JSON: ${messageOf(error)}` }]);
  }
  throw new StartError([{ file, message: 'must be an object' }]);
}

export function dependsOn({ root }: PackageFile, name: string): boolean {
  return ['dependencies', 'devDependencies', 'peerDependencies'].some((member) => {
    const listed = root[member];
    return isJsonObject(listed) && Object.hasOwn(listed, name);
  });
}

/** Whether commands and modules of the folder find the package, wherever above it that is. */
export function findsPackage(folder: string, name: string): boolean {
  try {
    createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}

export function hasScript({ root: { scripts } }: PackageFile, name: string): boolean {
  return isJsonObject(scripts) && Object.hasOwn(scripts, name);
}

/** The text with one more script, laid out as npm does it: same order, indent and line breaks. */
export function withScript({ text, root }: PackageFile, name: string, command: string): string {
  const scripts = isJsonObject(root['scripts']) ? root['scripts'] : {};
  const indent = /^[{\s]*\n([ \t]+)"/.exec(text.replace(/^\uFEFF/, ''))?.[1] ?? '  ';
  const [mark = ''] = /^\uFEFF/.exec(text) ?? [];
  const [end = ''] = /\s*$/.exec(text) ?? [];
  const written = JSON.stringify(
    { ...root, scripts: { ...scripts, [name]: command } },
    undefined,
    indent,
  );
  return mark + (text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written) + end;
}
