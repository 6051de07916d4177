import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { memberAt } from '../../../base/json.ts';
import { valueInPath, wholeName } from '../../../base/resource-names.ts';
import { findKeyFault } from '../../../base/texts.ts';
import type { Stateful } from '../../../contract/plan/plan.ts';
import type { Validated } from '../../../pipeline/exchange.ts';
import type { Parents } from '../../../store/record.ts';
import { refuseKey } from '../../records/addressing.ts';

/**
 * The name that a request wants for a new record: by the id in its query, by the member that makes
 * names, or, where no query has an id, by the name in its body if that is one of these records.
 */
export function nameWanted(
  target: Stateful,
  request: Validated,
  client: JsonObject,
  parents: Parents,
): string | undefined {
  const { nameForm, key } = target.collection;
  const part = partSent(target, request, client);
  if (part) {
    assertPart(part);
    return wholeName(nameForm, part.value, parents);
  }
  const own = wordIn(memberAt(client, key ?? []));
  const isOwn = own !== '' && wholeName(nameForm, valueInPath(nameForm, own), parents) === own;
  if (target.idParameter !== undefined || !isOwn) return undefined;
  const fault = findKeyFault(own);
  if (fault !== undefined)
    throw refuseKey('body', [...(target.given?.steps ?? []), ...(key ?? [])], fault);
  return own;
}

/** The last value of a name, and where a request has it. */
interface PartOfName {
  readonly place: 'query' | 'body';
  readonly steps: readonly string[];
  readonly value: string;
}

function partSent(
  { collection: { namedBy }, idParameter, given }: Stateful,
  { parameters: { query } }: Validated,
  client: JsonObject,
): PartOfName | undefined {
  const asked = [idParameter ?? []].flat().map((name): PartOfName => {
    return { place: 'query', steps: [name], value: wordIn(query[name]) };
  });
  const told = [namedBy ?? []].flat().map((name): PartOfName => {
    return { place: 'body', steps: [...(given?.steps ?? []), name], value: wordIn(client[name]) };
  });
  return [...asked, ...told].find(({ value }) => value !== '');
}

/** Empty where a request leaves it to the server. */
function wordIn(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function assertPart({ place, steps, value }: PartOfName): void {
  const fault = value.includes('/')
    ? 'is one part of a name: it can have no "/"'
    : findKeyFault(value);
  if (fault !== undefined) throw refuseKey(place, steps, fault);
}

/** What was sent, with the last value of the name in the member that makes names. */
export function withNameMember(
  client: JsonObject,
  { nameForm, namedBy }: Stateful['collection'],
  key: string,
): JsonObject {
  if (namedBy === undefined || Object.hasOwn(client, namedBy)) return client;
  return { ...client, [namedBy]: valueInPath(nameForm, key) };
}
