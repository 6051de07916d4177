import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Contract } from '../compile.ts';
import {
  contractText,
  loadText,
  pathParameters,
  plainOperation,
} from '../contract-text.test-kit.ts';
import { parameterNames } from '../routing/routes.ts';
import type { Location, BodySpot } from './plan.ts';

/** `GET /orders/{id}`, the schema of what it answers with, that of its body, and what else it has. */
export type Line = readonly [
  line: string,
  reply?: JsonValue | undefined,
  body?: JsonValue | undefined,
  more?: JsonObject,
];

export function planText(
  lines: readonly Line[],
  schemas: JsonObject,
  paths: Readonly<Record<string, JsonObject>>,
): string {
  const all = new Map<string, JsonObject>();
  for (const [line, reply, body, more] of lines) {
    const [method = '', path = ''] = line.split(' ');
    const answer = { description: 'Fine.', ...(reply === undefined ? {} : contentOf(reply)) };
    all.set(path, {
      ...all.get(path),
      ...paths[path],
      parameters: pathParameters(...parameterNames(path)),
      [method.toLowerCase()]: plainOperation({
        operationId: line,
        responses: { '200': answer },
        ...(body === undefined ? {} : { requestBody: contentOf(body) }),
        ...more,
      }),
    });
  }
  return contractText(Object.fromEntries(all), { components: { schemas } });
}

export async function plan(lines: readonly Line[], schemas: JsonObject = {}): Promise<Contract> {
  return loadText(planText(lines, schemas, {}));
}

export function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

export function listOf(name: string): JsonObject {
  return { type: 'array', items: ref(name) };
}

export function objectOf(...members: readonly string[]): JsonObject {
  const properties = members.map((name) => [name, { type: 'string' }] as const);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

export function wrap(members: JsonObject): JsonObject {
  return { type: 'object', properties: members };
}

/** What each operation does: `read orders 1 [0]`, the key and the parents by their numbers. */
export function targetsOf(contract: Contract): Readonly<Record<string, string>> {
  return Object.fromEntries(
    contract.operations.map((operation) => {
      const target = contract.targets.get(operation);
      if (!target || target.role === 'improvised') return [operation.id, 'improvised'];
      const key = target.key === undefined ? [] : [String(target.key)];
      const parents = target.parents.map((parent) => parent ?? '-').join(' ');
      return [
        operation.id,
        [target.role, target.collection.name, ...key, `[${parents}]`].join(' '),
      ];
    }),
  );
}

/** The collections: `orders.id < shop_id(shops)?`, with their kind where they hold no plain items. */
export function collectionsOf(contract: Contract): readonly string[] {
  return contract.collections.map(({ name, kind, key, of, parents }) => {
    const under = parents.map(
      ({ parameter, collection = '?', isOptional }) =>
        `${parameter}(${collection})${isOptional ? '?' : ''}`,
    );
    const what = kind === 'items' ? [] : [kind === 'links' ? `links of ${of ?? '?'}` : kind];
    return [`${name}${key ? `: ${key.join('.')}` : ''}`, ...what, '<', ...under].join(' ');
  });
}

/** Where the record stands in the reply and in the body of an operation. */
export function spotsOf(contract: Contract, id: string): readonly (string | undefined)[] {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  const target = operation && contract.targets.get(operation);
  if (!target || target.role === 'improvised') return [];
  const write = (spot: BodySpot | undefined): string | undefined =>
    spot && `/${spot.steps.join('/')}`;
  return [write(target.shown), write(target.given)];
}

export function locationOf(contract: Contract, id: string): string | undefined {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  const target = operation && contract.targets.get(operation);
  return target && target.role !== 'improvised' && target.location
    ? writeLocation(target.location)
    : undefined;
}

function writeLocation({ pieces }: Location): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      return piece.kind === 'key' ? '<key>' : `<${piece.index}>`;
    })
    .join('');
}

function contentOf(schema: JsonValue): JsonObject {
  return { content: { 'application/json': { schema } } };
}
