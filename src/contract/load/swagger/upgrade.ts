import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, textOf, stepDown } from '../../../base/json.ts';
import type { UpgradeDraft, MadeObject, MovedPlace, Moves } from './draft.ts';
import { copy, copyObject, mediaTypesOf, pointerIn, upgradeEach, createMoves } from './draft.ts';
import { describe, isInBody, upgradeParameter } from './parameters.ts';
import { upgradePath } from './paths.ts';
import { upgradeResponse } from './responses.ts';
import { noteServers, serversOf } from './servers.ts';

export interface Upgraded {
  readonly root: JsonObject;
  readonly moves: Moves;
}

/**
 * Upgrades a Swagger 2.0 document to OpenAPI 3.0. The result shares no schema with the original.
 * Components keep their names, even those that 3.0 does not allow. Schemas stay in the dialect of
 * 2.0. Responses in `shared` are components of other files.
 */
export function upgrade(
  given: JsonObject,
  shared: ReadonlySet<JsonValue> = new Set<JsonValue>(),
): Upgraded {
  const draft: UpgradeDraft = { given, shared, moves: createMoves(), references: [] };
  const { info, paths } = given;
  const servers = serversOf(draft);
  const components = upgradeComponents(draft);
  const rest = Object.entries(given).filter(([name]) => !replaced.has(name));
  const root = {
    openapi: '3.0.0',
    ...copyObject(draft, Object.fromEntries(rest)),
    info: upgradeInfo(draft, info ?? {}),
    ...(servers.length > 0 ? { servers } : {}),
    paths: upgradeEach(paths ?? {}, '/paths', (item, pointer) => upgradePath(draft, item, pointer)),
    ...(Object.keys(components).length > 0 ? { components } : {}),
  };
  noteServers(draft, servers, '/servers');
  redirect(draft);
  return { root, moves: draft.moves };
}

/** Members that 3.0 has at another place or in another form. */
const replaced = new Set(
  (
    'swagger info host basePath schemes consumes produces paths definitions parameters responses ' +
    'securityDefinitions x-ms-parameterized-host'
  ).split(' '),
);

function upgradeInfo(draft: UpgradeDraft, info: JsonValue): JsonValue {
  if (!isJsonObject(info)) return info;
  const { title = '', version = '', logo, ...rest } = copyObject(draft, info);
  // YAML reads a version such as 1.0 as a number. Many tools know a "logo", which 3.0 allows only
  // as an extension.
  return {
    title,
    version: textOf(version),
    ...rest,
    ...(logo === undefined ? {} : { 'x-logo': logo }),
  };
}

function upgradeComponents(draft: UpgradeDraft): MadeObject {
  const components: MadeObject = {};
  const add = (
    section: string,
    before: string,
    upgradeMember: (member: JsonValue, places: MovedPlace) => JsonValue | undefined,
  ): void => {
    const [to, from] = [`/components/${section}`, `/${before}`];
    draft.moves.note(to, from);
    const members = upgradeEach(draft.given[before] ?? {}, '', (member, pointer) =>
      upgradeMember(member, { to: to + pointer, from: from + pointer }),
    );
    if (isJsonObject(members) && Object.keys(members).length > 0) components[section] = members;
  };
  const produces = mediaTypesOf(draft, 'produces');
  add('schemas', 'definitions', (schema) => copy(draft, schema));
  add('parameters', 'parameters', (parameter, places) =>
    isInBody(describe(draft, parameter, places.from).described)
      ? undefined
      : upgradeParameter(draft, parameter, places),
  );
  add('responses', 'responses', (response, places) =>
    upgradeResponse(draft, response, produces, places),
  );
  add('securitySchemes', 'securityDefinitions', (scheme, places) =>
    upgradeScheme(draft, scheme, places),
  );
  return components;
}

/** Changes references to the new places of their targets. */
function redirect({ references, moves }: UpgradeDraft): void {
  const known = new Map<string, string>();
  for (const holder of references) {
    const ref = textOf(holder['$ref']);
    const moved = known.get(ref) ?? redirected(ref, moves);
    known.set(ref, moved);
    holder['$ref'] = moved;
  }
}

function redirected(ref: string, moves: Moves): string {
  const before = pointerIn(ref);
  const after = before === undefined ? undefined : moves.toUpgraded(before);
  return after === undefined || after === before ? ref : `#${after.replaceAll('%', '%25')}`;
}

/** OAuth 2 flows that have another name in 3.0. */
const flowNames = new Map([
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode'],
]);

function upgradeScheme(draft: UpgradeDraft, value: JsonValue, { to, from }: MovedPlace): JsonValue {
  if (!isJsonObject(value)) return value;
  const made = copyObject(draft, value);
  if (made['type'] === 'basic') return { ...made, type: 'http', scheme: 'basic' };
  if (made['type'] !== 'oauth2') return made;
  const { flow, authorizationUrl, tokenUrl, scopes = {}, name: _, ...rest } = made;
  const name = typeof flow === 'string' ? flow : '';
  const urls = Object.entries({ authorizationUrl, tokenUrl }).flatMap(([member, url]) =>
    url === undefined ? [] : [[member, url] as const],
  );
  const renamed = flowNames.get(name) ?? name;
  draft.moves.noteOrigin(stepDown(`${to}/flows`, renamed), from);
  const flows = { [renamed]: { ...Object.fromEntries(urls), scopes } };
  return { ...rest, flows };
}
