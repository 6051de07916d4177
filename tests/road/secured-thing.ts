import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { OpenRoad, Sent } from './open-road.ts';
import { openRoad } from './open-road.ts';

const securitySchemes: JsonObject = {
  headerKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
  queryKey: { type: 'apiKey', in: 'query', name: 'key' },
  cookieKey: { type: 'apiKey', in: 'cookie', name: 'session' },
  login: { type: 'http', scheme: 'basic' },
  token: { type: 'oauth2', flows: {} },
  second: { type: 'http', scheme: 'bearer' },
  certificate: { type: 'mutualTLS' },
};

const credentials: JsonValue = [
  { name: 'reader', scheme: 'headerKey', value: 'h', scopes: ['read'] },
  { name: 'query', scheme: 'queryKey', value: 'q', scopes: ['read'] },
  { name: 'cookie', scheme: 'cookieKey', value: 'c', scopes: ['read'] },
  { name: 'basic', scheme: 'login', value: 'dTpw', scopes: ['read'] },
  { name: 'token', scheme: 'token', value: 't', scopes: ['read', 'write'] },
  {
    name: 'old',
    scheme: 'token',
    value: 'old',
    scopes: ['read'],
    expires_at: '2001-01-01T00:00:00Z',
  },
  { name: 'only a', scheme: 'token', value: 'only-a', scopes: ['read'], only: { id: ['a b'] } },
];

/** A road to things that ask for credentials. */
export function openWith(
  security: JsonValue,
  fixtures: Readonly<Record<string, JsonValue>> = { credentials },
): Promise<OpenRoad> {
  const schema = { type: 'string' };
  const everyScope = {
    security: [{ token: ['read', 'write'] }],
    responses: { '204': { description: 'Done.' } },
  };
  return openRoad({
    paths: {
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema }],
        get: { operationId: 'read', security, responses: { '204': { description: 'Done.' } } },
        put: { operationId: 'other', ...everyScope },
      },
    },
    components: { securitySchemes },
    fixtures,
    isLenient: true,
  });
}

export const bearer = (value: string): Sent => ({ headers: { authorization: `Bearer ${value}` } });
