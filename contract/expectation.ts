import type { Expectation, Fault } from './case.ts';
import { readChallenges } from './challenge.ts';
import type { Response } from './exchange.ts';
import { target } from './given.ts';
import type { Json, JsonObject } from './json.ts';
import { isObject, readJson, textOf } from './json.ts';
import { splitList } from './judge.ts';

/** Everything in a reply that differs from what its case expects. */
export function compare(expectation: Expectation, response: Response): readonly string[] {
  const { status, kind, faults, detail, challenge, allow, members, body } = expectation;
  const parsed = readJson(response.body);
  const document = isObject(parsed) ? parsed : {};
  return [
    ...differ('the status', response.status, status),
    ...(kind === undefined || target !== undefined || response.body === ''
      ? []
      : differ("the problem's type", document['type'], `urn:problem-type:${kind}`)),
    ...(faults ? compareFaults(document, faults) : []),
    ...(detail ?? []).flatMap((words) =>
      textOf(document['detail']).includes(words) ? [] : [`the detail must mention ${words}`],
    ),
    ...(challenge ? compareChallenge(response, challenge) : []),
    ...(allow
      ? differ('Allow', splitList(response.headers.get('allow')).toSorted(), allow.toSorted())
      : []),
    ...Object.entries(members ?? {}).flatMap(([name, value]) =>
      differ(`the member ${name}`, document[name], value),
    ),
    ...(body === undefined ? [] : differ('the body', parsed, body)),
    ...compareWant(response, expectation.isBodyWanted),
  ];
}

function compareFaults(document: JsonObject, expected: readonly Fault[]): readonly string[] {
  const errors = document['errors'];
  const found = Array.isArray(errors) ? errors.filter(isObject) : [];
  const due = expected.map((fault) => describeFault({ ...fault })).toSorted();
  return differ("the problem's errors", found.map(describeFault).toSorted(), due);
}

function describeFault(fault: JsonObject): string {
  return `${textOf(fault['in'])} "${textOf(fault['pointer'])}" ${textOf(fault['keyword'])}`;
}

function compareChallenge(
  { headers }: Response,
  expected: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const challenges = readChallenges(headers.get('www-authenticate') ?? '');
  if (!challenges) return ['WWW-Authenticate can not be read'];
  const bearer = challenges.get('bearer');
  return [
    ...(challenges.size < 2 ? ['WWW-Authenticate must hold a challenge for each way in'] : []),
    ...(bearer ? [] : ['WWW-Authenticate must hold a Bearer challenge']),
    ...Object.entries(expected).flatMap(([name, value]) =>
      differ(`${name} of the Bearer challenge`, bearer?.get(name), value),
    ),
  ];
}

function compareWant(
  { hasAskedForBody }: Response,
  expected: boolean | undefined,
): readonly string[] {
  if (expected === undefined || expected === hasAskedForBody) return [];
  return [
    expected
      ? 'the server must ask for the body by a 100 Continue'
      : 'the server must not ask for a body that it refuses',
  ];
}

function differ(
  what: string,
  found: Json | undefined,
  expected: Json | undefined,
): readonly string[] {
  if (isSame(found, expected)) return [];
  return [`${what} must be ${show(expected)}, but is ${show(found)}`];
}

export function isSame(left: Json | undefined, right: Json | undefined): boolean {
  return canonical(left) === canonical(right);
}

/** The order of members says nothing. */
function canonical(value: Json | undefined): string | undefined {
  return JSON.stringify(value, (_name, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(
          Object.entries(member).toSorted(([left], [right]) => (left < right ? -1 : 1)),
        )
      : member,
  );
}

function show(value: Json | undefined): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}
