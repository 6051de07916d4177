import type { Step } from './case.ts';
import type { Request, Response } from './exchange.ts';
import { target } from './given.ts';

const width = 600;

/** An exchange that went wrong, for the person who has to find out why. */
export function describeExchange(
  step: Step,
  route: string,
  response: Response | undefined,
  complaints: readonly string[],
): string {
  const { request, expect } = step;
  return [
    ...complaints.map((complaint) => `✗ ${complaint}`),
    '',
    `Sent ${route}:`,
    `  ${request.method} ${maskQuery(request.path)}`,
    ...Object.entries(request.headers).map(([name, value]) => `  ${name}: ${mask(name, value)}`),
    ...describeBody(request),
    'Expected:',
    `  ${JSON.stringify(expect)}`,
    ...(response ? describeReply(response) : []),
  ].join('\n');
}

function describeReply({ status, headers, body }: Response): readonly string[] {
  return [
    'Came back:',
    `  ${status}`,
    ...[...headers].map(([name, value]) => `  ${name}: ${value}`),
    ...(body === '' ? ['  (no body)'] : [`  ${cut(body)}`]),
  ];
}

function describeBody({ body, delivery }: Request): readonly string[] {
  if (body === undefined) return ['  (no body)'];
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
  return [`  (${body.length} long, ${delivery ?? 'length'}) ${cut(text)}`];
}

/** Credentials of the stand-in are no secrets; those of a target are. */
function mask(name: string, value: string): string {
  return target !== undefined && /^(authorization|x-api-key|cookie)$/i.test(name) ? '…' : value;
}

/** Some cases send a credential where none belongs. */
function maskQuery(path: string): string {
  return target === undefined ? path : path.replace(/\?.*$/, '?…');
}

function cut(text: string): string {
  return text.length > width ? `${text.slice(0, width)}…` : text;
}
