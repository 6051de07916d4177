import type { Json } from './documents.ts';

/** A client of the control API, in one world. */
export interface Api {
  readonly world: string;
  /** The path of the control API, with a slash at its end. */
  readonly home: string;
  get<T>(path: string, query?: Query): Promise<T>;
  send<T>(method: Method, path: string, body?: Json, query?: Query): Promise<T>;
  /** The same client in another world. */
  within(world: string): Api;
}

export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Undefined members are left out; a list is written once for each item. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** What the server said why it refused. */
export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly ProblemPart[];
}

export interface ProblemPart {
  readonly pointer: string;
  readonly message: string;
}

export class Refusal extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'Refusal';
    this.problem = problem;
  }
}

/** The world of those who name none. */
export const defaultWorld = 'default';

export function createApi(home: string, world: string): Api {
  const ask = async <T>(
    method: string,
    path: string,
    query: Query = {},
    body?: Json,
  ): Promise<T> => {
    const url = home + path + writeQuery(query);
    if (url.length > longestUrl) throw refuseLong(url);
    const response = await reach(url, {
      method,
      headers: {
        Accept: 'application/json',
        // Also the default one: the browser may have the cookie of another.
        'X-Stuntdouble-World': world,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Refusal(readProblem(response, text));
    // A trust edge: the server has held the reply to its contract.
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  return {
    world,
    home,
    get: (path, query) => ask('GET', path, query),
    send: (method, path, body, query) => ask(method, path, query, body),
    within: (other) => createApi(home, other),
  };
}

/** A part of a path, with everything escaped that would divide it. */
export function part(text: string): string {
  return encodeURIComponent(text);
}

function writeQuery(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

/** The message of any error, for a user. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** In characters. Node reads 16,384 bytes of a head, in which headers and cookies have to fit, too. */
const longestUrl = 12_000;

function refuseLong({ length }: string): Refusal {
  const [asked, most] = [length, longestUrl].map((count) => count.toLocaleString('en'));
  const detail = `The console sends no address of more than ${most} characters, and this one has ${asked}: search for a shorter text, or use fewer filters.`;
  return new Refusal({ status: 414, title: 'The question is too long', detail, errors: [] });
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    throw new Refusal({
      status: 0,
      title: 'No answer',
      detail: 'The server does not answer. The console goes on as soon as it does.',
      errors: [],
    });
  }
}

function readProblem({ status, statusText }: Response, text: string): Problem {
  try {
    // A trust edge: what isn't a problem document has none of these members.
    const { title, detail, errors } = JSON.parse(text) as Partial<Problem>;
    return {
      status,
      title: title ?? statusText,
      detail: detail ?? title ?? `The server answered ${status}.`,
      errors: errors ?? [],
    };
  } catch {
    return { status, title: statusText, detail: `The server answered ${status}.`, errors: [] };
  }
}
