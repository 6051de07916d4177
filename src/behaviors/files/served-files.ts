import { makeUpFile, makeUpTable } from './made-up-files.ts';

export { filesPath } from '../values/kinds/formats.ts';

const types: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
  ['pdf', 'application/pdf'],
  ['zip', 'application/zip'],
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['csv', 'text/csv'],
]);

export interface ServedFile {
  readonly type: string;
  readonly content: string | Uint8Array;
}

/** The made-up file at a path below `filesPath`, such as `/red-fox.png`; undefined: none is there. */
export function serveFile(path: string): ServedFile | undefined {
  const [, name = '', extension = ''] = /^\/([\w-]{1,100})\.([a-z\d]{1,5})$/.exec(path) ?? [];
  const type = types.get(extension);
  if (type === undefined) return undefined;
  const content = type === 'text/csv' ? makeUpTable(name) : makeUpFile(type, name);
  return content === undefined ? undefined : { type, content };
}
