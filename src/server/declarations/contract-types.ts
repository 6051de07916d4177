import { isJsonObject } from '../../base/json.ts';
import type { Response } from '../../contract/bodies/bodies.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Operation } from '../../contract/operations.ts';
import type { ParameterPlace } from '../../contract/parameters/wire.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Direction, TypeWriter } from './schema-types.ts';
import { createTypeWriter } from './schema-types.ts';
import { block, inOneLine, intersection, member, quote, union } from './type-text.ts';

/**
 * A declaration file: what is known of a contract by name, for editors and compilers. `isRegistered`:
 * whether the tests of the project mean this contract where they name none.
 */
export function declareContract(contract: Contract, isRegistered: boolean): string {
  const { operations, collections, documents, title, version } = contract;
  const writer = createTypeWriter(documents);
  const routes = operations.map(({ id, method, path }) => member(`${method} ${path}`, quote(id)));
  const body = block([
    member('operations', block(operations.map((one) => declareOperation(one, writer)))),
    member('routes', block(routes)),
    member('collections', block(collections.map((one) => declareCollection(one, writer)))),
    member('keys', block(collections.flatMap(declareKey))),
  ]);
  const name = inOneLine(`${title} ${version}`);
  return `// Types of ${name}, written by \`stuntdouble types\`: after a change of the contract, run it again.
${isRegistered ? registration : ''}export interface Contract ${body}

${writer.interfaces()}`;
}

const registration = `import 'stuntdouble';

declare module 'stuntdouble' {
  interface Register {
    contract: Contract;
  }
}

`;

const places: readonly ParameterPlace[] = ['path', 'query', 'header', 'cookie'];

function declareOperation(operation: Operation, writer: TypeWriter): string {
  const { id, method, path, body, responses, success, part } = operation;
  const sent = body ? bodyType(body.media, 'Sent', writer) : 'undefined';
  const text = block([
    member('method', quote(method)),
    member('path', quote(path)),
    member('parameters', declareParameters(operation, writer)),
    member('body', body?.isRequired === false ? union([sent, 'undefined']) : sent),
    member('success', success && /^\d+$/.test(success.status) ? success.status : 'number'),
    member('replies', block([...responses.values()].map((one) => declareReply(one, writer)))),
  ]);
  return member(id, text, { description: summaryOf(part.value) });
}

function summaryOf(operation: Operation['part']['value']): string | undefined {
  const summary = isJsonObject(operation) ? operation['summary'] : undefined;
  return typeof summary === 'string' ? summary : undefined;
}

function declareParameters({ parameters }: Operation, writer: TypeWriter): string {
  return block(
    places.flatMap((place) => {
      const members = parameters
        .filter((one) => one.in === place)
        .map(({ name, schema, isRequired, description }) =>
          member(name, writer.typeOf(schema, 'Sent'), { isOptional: !isRequired, description }),
        );
      return members.length === 0 ? [] : [member(place, block(members))];
    }),
  );
}

function declareReply({ status, media }: Response, writer: TypeWriter): string {
  const names = media.flatMap(({ examples }) => examples.flatMap(({ name }) => name ?? []));
  const body = media.length === 0 ? 'undefined' : bodyType(media, 'Schemas', writer);
  const example = names.length === 0 ? 'never' : union(names.map(quote));
  return member(status, block([member('body', body), member('example', example)]));
}

function bodyType(media: Response['media'], direction: Direction, writer: TypeWriter): string {
  return union(
    media.map(({ isJson, schema }) => (isJson ? writer.typeOf(schema, direction) : 'unknown')),
  );
}

/** A key beside a record is shown as a text, and may be written as a number. */
const besideType = 'string | number';

/** A record has the keys of its parents beside its own members, and its own where it doesn't show it. */
function declareCollection(collection: Collection, writer: TypeWriter): string {
  const { name, kind, schema, parents } = collection;
  const record = schema ? writer.typeOf(schema, 'Stored') : 'unknown';
  const keys = parents
    .filter(({ parameter }) => !collection.hasMember(parameter))
    .map(({ parameter, isOptional }) =>
      // The name of a record tells its parents.
      member(parameter, besideType, {
        isOptional: isOptional || collection.nameForm !== undefined,
      }),
    );
  const [key = ''] = collection.key ?? [];
  const own =
    key === '' || collection.hasMember(key) ? [] : [member(keyName(collection), besideType)];
  // Nothing is known of its members, so it may have any.
  const others = kind !== 'links' && record === 'unknown' ? ['[name: string]: unknown;'] : [];
  // A link has no members but keys, or those of what it links.
  const body = kind === 'links' && record !== 'unknown' ? `Partial<${record}>` : record;
  const beside = [...keys, ...own, ...others];
  return member(name, beside.length === 0 ? body : intersection([body, block(beside)]));
}

function keyName({ key }: Collection): string {
  return key?.join('.') ?? '';
}

/** Not where the key is a member of a member, which a merge may name in two ways. */
function declareKey(collection: Collection): readonly string[] {
  const { name, key } = collection;
  const isDeep = key !== undefined && key.length > 1 && collection.hasMember(key[0] ?? '');
  return key === undefined || isDeep ? [] : [member(name, quote(keyName(collection)))];
}
