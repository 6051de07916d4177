import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, textOf } from '../../../base/json.ts';
import type { UpgradeDraft, MadeObject } from './draft.ts';
import type { ListedParameter } from './parameters.ts';
import { listParameters } from './parameters.ts';

/** Builds server URLs from `schemes`, `host` and `basePath`. */
export function serversOf(
  draft: UpgradeDraft,
  schemes: JsonValue = draft.given['schemes'] ?? [],
): readonly MadeObject[] {
  const { host, basePath, 'x-ms-parameterized-host': template } = draft.given;
  const base = typeof basePath === 'string' ? basePath : '';
  const names = textsOf(schemes);
  const servers: MadeObject[] = [];
  if (typeof host === 'string' && host !== '') {
    const address = `//${host}${base.replace(/\/$/, '')}`;
    const prefixes = names.length > 0 ? names.map((name) => `${name}:`) : [''];
    servers.push(...prefixes.map((prefix) => createServer(prefix + address)));
  } else if (base !== '') servers.push(createServer(base));
  return [...servers, ...serversOfTemplate(draft, template, { base, schemes: names })];
}

/** Complaints about a server lead to the members that it was made of. */
export function noteServers(
  { given, moves }: UpgradeDraft,
  servers: readonly MadeObject[],
  pointer: string,
): void {
  const from = given['host'] === undefined ? '/basePath' : '/host';
  for (const index of servers.keys()) {
    moves.noteOrigin(`${pointer}/${index}`, from);
    moves.noteOrigin(`${pointer}/${index}/url`, from);
  }
}

function textsOf(value: JsonValue): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Text in braces becomes a variable. The contract does not tell its values. */
function createServer(address: string): MadeObject {
  const url = address.replaceAll('{{', '{').replaceAll('}}', '}');
  const variables = [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => [
    name,
    { default: 'unknown' },
  ]);
  return variables.length === 0 ? { url } : { url, variables: Object.fromEntries(variables) };
}

/** Contracts of Azure describe their servers in the extension `x-ms-parameterized-host`. */
function serversOfTemplate(
  draft: UpgradeDraft,
  template: JsonValue | undefined,
  { base, schemes }: { readonly base: string; readonly schemes: readonly string[] },
): readonly MadeObject[] {
  if (!isJsonObject(template) || typeof template['hostTemplate'] !== 'string') return [];
  const { hostTemplate, useSchemePrefix, parameters } = template;
  const url = hostTemplate + base;
  const { variables: unknown } = createServer(url);
  const known = listParameters(draft, parameters ?? null, '').map(readVariable);
  const variables = { ...(isJsonObject(unknown) ? unknown : {}), ...Object.fromEntries(known) };
  const names = schemes.length > 0 ? schemes : ['https'];
  const prefixes = useSchemePrefix === false ? [''] : names.map((scheme) => `${scheme}://`);
  return prefixes.map((prefix) => ({ url: prefix + url, variables }));
}

function readVariable({ described }: ListedParameter): [string, JsonObject] {
  const { name, default: standard, enum: values } = isJsonObject(described) ? described : {};
  const list = Array.isArray(values) ? values : [];
  const variable = { default: standard ?? list[0] ?? 'unknown' };
  return [textOf(name), list.length > 0 ? { ...variable, enum: list } : variable];
}
