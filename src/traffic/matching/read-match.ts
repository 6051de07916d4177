import type { JsonValue } from '../../base/json.ts';
import { stepDown } from '../../base/json.ts';
import type { Operation } from '../../contract/operations.ts';
import type { CompilePattern, Matcher } from './matcher.ts';
import { compileMatcher } from './matcher.ts';
import { refuseInput } from './read-members.ts';

/** The parts of an operation that a match is checked against. */
export type DescribedOperation = Pick<Operation, 'id' | 'pathNames' | 'parameters'>;

/** Compiles a match; refuses conditions that no request to the operation can meet. */
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

/** Allows undeclared query names; a declared object is matched only in the form that is sent. */
function assertInQuery(name: string, { id, parameters }: DescribedOperation): void {
  const declared = parameters.find((one) => one.in === 'query' && one.name === name);
  const claim = declared?.reader().claim;
  if (!claim?.isInMembers) return;
  // A member may have the same name as the object.
  if (!claim.isBranching && claim.names.includes(name)) return;
  const how = claim.isBranching
    ? `"${name}[…]", with the name of a member in the brackets`
    : `the names of its members${describeFew(claim.names)}`;
  const message = `is an object, whose members are sent to ${id} one by one: match by ${how}`;
  throw refuseInput(stepDown('/match/query', name), message, 'query');
}

/** A member that is a list also claims `name[]`, which is left out here. */
function describeFew(names: readonly string[]): string {
  const few = names.filter((name) => !name.endsWith('[]')).slice(0, 10);
  return few.length === 0 ? '' : `, such as ${few.map((name) => `"${name}"`).join(', ')}`;
}
