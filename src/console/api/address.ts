/** Where the console is, and the world that its address names. */
export interface Address {
  /** The path of the control API, with a slash at its end. */
  readonly home: string;
  /** Undefined: the address names none. */
  readonly world: string | undefined;
}

/** The server shows the console below `/~name`, too, so that a link can open it in a world. */
export function findAddress(path: string): Address {
  const home = path.slice(0, path.lastIndexOf('/') + 1);
  const [, front = '', name, rest = ''] = /^(.*?)\/(?:~|%7e)([^/]+)(\/.*)$/i.exec(home) ?? [];
  return name === undefined
    ? { home, world: undefined }
    : { home: front + rest, world: decodeURIComponent(name) };
}
