import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';

export const text: JsonObject = { type: 'string' };

export function component(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

export function answer(status: string, schema?: JsonObject): JsonObject {
  const content = schema ? { content: { 'application/json': { schema } } } : {};
  return { [status]: { description: 'Fine.', ...content } };
}

export function body(schema: JsonObject): JsonObject {
  return { required: true, content: { 'application/json': { schema } } };
}

function wrapped(schema: JsonObject): JsonObject {
  return { type: 'object', required: ['user'], properties: { user: schema } };
}

export const credentials: JsonObject & { readonly properties: JsonObject } = {
  type: 'object',
  required: ['email', 'password'],
  properties: { email: text, password: { ...text, format: 'password' } },
};

export const guarded: JsonObject = { security: [{ token: [] }] };
export const securitySchemes: JsonObject = { token: { type: 'http', scheme: 'bearer' } };

interface People {
  readonly paths: Readonly<Record<string, JsonObject>>;
  readonly components: JsonObject;
}

/** People are shown with their token, and have no path of their own. */
export const wrappedPeople: People = {
  paths: {
    '/users': {
      post: {
        requestBody: body(
          wrapped({ ...credentials, properties: { ...credentials.properties, username: text } }),
        ),
        responses: answer('201', wrapped(component('User'))),
      },
    },
    '/users/login': {
      post: {
        requestBody: body(wrapped(credentials)),
        responses: answer('200', wrapped(component('User'))),
      },
    },
    '/user': {
      get: { ...guarded, responses: answer('200', wrapped(component('User'))) },
      put: {
        ...guarded,
        requestBody: body(
          wrapped({ type: 'object', properties: { bio: text, email: text, password: text } }),
        ),
        responses: answer('200', wrapped(component('User'))),
      },
    },
    '/logout': { post: { ...guarded, responses: answer('204') } },
  },
  components: {
    securitySchemes,
    schemas: {
      User: {
        type: 'object',
        required: ['email', 'token', 'username'],
        properties: { email: text, token: text, username: text, bio: { type: ['string', 'null'] } },
      },
    },
  },
};

const parameters: readonly JsonObject[] = [
  { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
];

/** People have paths of their own, and a log-in answers with nothing but a token. */
export const plainPeople: People = {
  paths: {
    '/auth/register': {
      post: {
        requestBody: body({
          ...credentials,
          properties: { ...credentials.properties, name: text },
        }),
        responses: answer('201', component('User')),
      },
    },
    '/auth/login': {
      post: {
        requestBody: body(credentials),
        responses: {
          ...answer('200', {
            type: 'object',
            required: ['access_token', 'token_type'],
            properties: { access_token: text, token_type: text },
          }),
          ...answer('401', { type: 'object', properties: { error: text } }),
        },
      },
    },
    '/users': {
      get: { ...guarded, responses: answer('200', { type: 'array', items: component('User') }) },
    },
    '/users/me': {
      get: { ...guarded, responses: answer('200', component('User')) },
      patch: {
        ...guarded,
        requestBody: body({ type: 'object', properties: { name: text } }),
        responses: answer('200', component('User')),
      },
      delete: { ...guarded, responses: answer('204') },
    },
    '/users/{id}': { parameters, get: { ...guarded, responses: answer('200', component('User')) } },
  },
  components: {
    securitySchemes,
    schemas: {
      User: {
        type: 'object',
        required: ['id', 'email'],
        properties: { id: { type: 'integer' }, email: text, name: text },
      },
    },
  },
};

export interface Told {
  readonly status: number;
  readonly json: JsonValue;
}

export async function ask(
  road: OpenRoad,
  request: string,
  { token, json }: { token?: string; json?: JsonValue } = {},
): Promise<Told> {
  const [method = '', path = ''] = request.split(' ');
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const reply = await road.send(method, path, {
    headers,
    ...(json === undefined ? {} : { body: json }),
  });
  return { status: reply.status, json: reply.json ?? null };
}

export function at({ json }: Told, pointer: string): string {
  return textOf(valueAt(json, pointer));
}
