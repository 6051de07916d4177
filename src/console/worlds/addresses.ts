import { defaultWorld } from '../api/client.ts';

/** The header and the cookie that name a world. */
export const worldField = 'X-Stuntdouble-World';

/** The path where the server is mounted, without a slash at its end: the control API is below it. */
export function mountOf(home: string, controlPrefix: string): string {
  const path = home.replace(/\/$/, '');
  return path.endsWith(controlPrefix) ? path.slice(0, -controlPrefix.length) : '';
}

/** The three ways in which a client can name a world. */
export interface Reaching {
  readonly url: string;
  readonly header: string;
  readonly curl: string;
}

/** Where only the control token may name a world. The console does not know it. */
export const tokenOption = ` -H "X-Stuntdouble-Token: $TOKEN"`;

export function reach(origin: string, mount: string, world: string, needsToken = false): Reaching {
  const isDefault = world === defaultWorld;
  const url = `${origin}${mount}${isDefault ? '' : `/~${world}`}`;
  const curl = `curl${needsToken ? tokenOption : ''} ${url}/`;
  return { url, header: `${worldField}: ${world}`, curl };
}

/** Says why a text can't name a world, a snapshot or a scenario; undefined: it can. */
export function findNameFault(text: string): string | undefined {
  if (text === '') return 'It needs a name.';
  if (!/^[a-z0-9]/i.test(text)) return 'A name begins with a letter or a digit.';
  const foreign = /[^\w.-]/u.exec(text)?.[0];
  if (foreign !== undefined)
    return `A name has letters, digits, dots, dashes and underscores, and no ${foreign === ' ' ? 'blank' : `“${foreign}”`}.`;
  return text.length > 64
    ? `A name has up to 64 characters; this one has ${text.length}.`
    : undefined;
}
