import { tables } from './cases/tables.ts';
import type { Request, Response } from './exchange.ts';
import { send } from './exchange.ts';
import { given, target } from './given.ts';

/** What a client does in a world of its own, one request after the other. */
export interface Mutation {
  readonly name: string;
  readonly requests: readonly Request[];
}

/** Every case in which something is changed, as far as it says nothing of how bodies are sent. */
export function listMutations(): readonly Mutation[] {
  return tables.flatMap(({ title, cases }) =>
    cases.flatMap(({ name, place, standInOnly, steps }): readonly Mutation[] => {
      if (place !== undefined || (target !== undefined && standInOnly !== undefined)) return [];
      const own = steps(given);
      const requests = own.map(({ request }) => request);
      const isMutation = own.some(({ request, expect }) => isWrite(request) && expect.status < 300);
      return isMutation && requests.every(isPlain)
        ? [{ name: `${title} › ${name}`, requests }]
        : [];
    }),
  );
}

function isWrite({ method }: Request): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** Some bodies are large on purpose, and 200 of them at a time are another test. */
const mostBytes = 10_000;

function isPlain({ body, delivery }: Request): boolean {
  return (body?.length ?? 0) <= mostBytes && (delivery ?? 'length') === 'length';
}

/** Everything that a client sees in its world, as one text for each reply. */
export async function playMutations(
  url: string,
  world: string,
  mutations: readonly Mutation[],
): Promise<readonly string[]> {
  const seen: string[] = [];
  for (const { name, requests } of mutations) {
    for (const request of requests)
      seen.push(`${name}: ${describeReply(await sendTo(url, world, request))}`);
  }
  return [...seen, describeReply(await sendTo(url, world, stateRequest))];
}

export function sendTo(url: string, world: string, request: Request): Promise<Response> {
  const headers = { ...request.headers, 'x-stuntdouble-world': world };
  return send(url, { ...request, headers });
}

const stateRequest: Request = { method: 'GET', path: '/_mock/state', headers: {} };

/** What tells one reply from another, and not one connection or one world from another. */
const ignored = new Set(['date', 'connection', 'keep-alive', 'x-stuntdouble-world']);

export function describeReply({ status, headers, body }: Response): string {
  const told = [...headers].filter(([name]) => !ignored.has(name));
  return JSON.stringify([status, Object.fromEntries(told), body]);
}
