import type { JsonValue } from '../../base/json.ts';
import { stepDown } from '../../base/json.ts';
import type { Operation } from '../../contract/operations.ts';
import type { CompilePattern, Matcher } from './matcher.ts';
import { compileMatcher } from './matcher.ts';
import { refuseInput } from './read-members.ts';

/** What an operation says of the requests to it. */
export type DescribedOperation = Pick<Operation, 'id' | 'pathNames' | 'parameters'>;

/** Which requests of an operation are meant; undefined: of any. What can never be sent to it is refused. */
export function readMatch(
  match: JsonValue,
  operation: DescribedOperation | undefined,
  compilePattern: CompilePattern,
): Matcher {
  const matcher = compileMatcher(match, compilePattern);
  if (!operation) return matcher;
  for (const name of matcher.pathNames) assertInPath(name, operation);
  for (const name of matcher.queryNames) assertInQuery(name, operation);
  return matcher;
}

function assertInPath(name: string, { id, pathNames }: DescribedOperation): void {
  if (pathNames.includes(name)) return;
  const names = pathNames.join(', ') || 'none';
  const message = `${id} has no such path parameter; it has ${names}`;
  throw refuseInput(stepDown('/match/path', name), message, 'path');
}

/** Requests may have more in their query than is declared; but what is declared comes as it is declared. */
function assertInQuery(name: string, { id, parameters }: DescribedOperation): void {
  const declared = parameters.find((one) => one.in === 'query' && one.name === name);
  const claim = declared?.reader().claim;
  if (!claim?.isInMembers) return;
  // A member may have the name of the whole.
  if (!claim.isBranching && claim.names.includes(name)) return;
  const how = claim.isBranching
    ? `"${name}[…]", with the name of a member in the brackets`
    : `the names of its members${describeFew(claim.names)}`;
  const message = `is an object, whose members are sent to ${id} one by one: match by ${how}`;
  throw refuseInput(stepDown('/match/query', name), message, 'query');
}

/** A list of its members is claimed in two ways of writing. */
function describeFew(names: readonly string[]): string {
  const few = names.filter((name) => !name.endsWith('[]')).slice(0, 10);
  return few.length === 0 ? '' : `, such as ${few.map((name) => `"${name}"`).join(', ')}`;
}
