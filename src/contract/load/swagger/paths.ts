import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, stepDown } from '../../../base/json.ts';
import type { UpgradeDraft, MadeObject } from './draft.ts';
import { copy, copyObject, mediaTypesOf, upgradeEach } from './draft.ts';
import type { ListedParameter } from './parameters.ts';
import { isInBody, listParameters, upgradeParameters } from './parameters.ts';
import { upgradeBody } from './request-bodies.ts';
import { upgradeResponse } from './responses.ts';
import { noteServers, serversOf } from './servers.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
/** Those that have the body that all operations of a path take: a body means something in them. */
const sending = new Set(['put', 'post', 'patch']);

/** What an operation says otherwise in 3.0. */
const replaced = new Set(['parameters', 'consumes', 'produces', 'schemes', 'responses']);

export function upgradePath(draft: UpgradeDraft, item: JsonValue, pointer: string): JsonValue {
  if (!isJsonObject(item)) return item;
  const { parameters, ...others } = item;
  const rest = Object.entries(others).filter(([name]) => !methods.includes(name));
  const list = `${pointer}/parameters`;
  const shared = listParameters(draft, parameters ?? null, list);
  const made: MadeObject = copyObject(draft, Object.fromEntries(rest));
  addParameters(draft, made, { parameters, listed: shared, pointer: list });
  for (const method of methods) {
    const operation = others[method] ?? null;
    if (operation === null) continue;
    const inherited = sending.has(method) ? shared : [];
    made[method] = upgradeOperation(draft, operation, stepDown(pointer, method), inherited);
  }
  return made;
}

function upgradeOperation(
  draft: UpgradeDraft,
  value: JsonValue,
  pointer: string,
  inherited: readonly ListedParameter[],
): JsonValue {
  if (!isJsonObject(value)) return value;
  const { parameters, schemes } = value;
  const rest = Object.entries(value).filter(([name]) => !replaced.has(name));
  const list = `${pointer}/parameters`;
  const listed = listParameters(draft, parameters ?? null, list);
  const made = copyObject(draft, Object.fromEntries(rest));
  addParameters(draft, made, { parameters, listed, pointer: list });
  const consumes = mediaTypesOf(draft, 'consumes', { value, pointer });
  const parts = partsOf(listed, inherited);
  const requestBody = upgradeBody(draft, parts, consumes, `${pointer}/requestBody`);
  if (requestBody) made['requestBody'] = requestBody;
  const servers = ownServers(draft, schemes ?? null);
  if (servers) {
    made['servers'] = servers;
    noteServers(draft, servers, `${pointer}/servers`);
  }
  made['responses'] = upgradeResponses(draft, value, pointer);
  return made;
}

function addParameters(
  draft: UpgradeDraft,
  made: MadeObject,
  holder: {
    readonly parameters: JsonValue | undefined;
    readonly listed: readonly ListedParameter[];
    readonly pointer: string;
  },
): void {
  const { parameters = null, listed, pointer } = holder;
  if (Array.isArray(parameters)) {
    const upgraded = upgradeParameters(draft, listed, pointer);
    if (upgraded.length > 0) made['parameters'] = upgraded;
  } else if (parameters !== null) made['parameters'] = copy(draft, parameters);
}

/** What the body is made of: a body of its own counts more than those of the path. */
function partsOf(
  own: readonly ListedParameter[],
  inherited: readonly ListedParameter[],
): readonly ListedParameter[] {
  const mine = own.filter(({ described }) => isInBody(described));
  if (mine.length === 0) return inherited;
  const isOwn = ({ described }: ListedParameter): boolean =>
    mine.some((one) => identityOf(one.described) === identityOf(described));
  const hasBody = mine.some(({ described }) => parameterPlaceOf(described) === 'body');
  return hasBody
    ? mine
    : [
        ...inherited.filter((one) => parameterPlaceOf(one.described) === 'formData' && !isOwn(one)),
        ...mine,
      ];
}

function parameterPlaceOf(described: JsonValue): JsonValue | undefined {
  return isJsonObject(described) ? described['in'] : undefined;
}

function identityOf(described: JsonValue): JsonValue | undefined {
  return isJsonObject(described) ? described['name'] : undefined;
}

/** Of an operation with schemes that the others don't have. */
function ownServers(draft: UpgradeDraft, schemes: JsonValue): readonly MadeObject[] | undefined {
  const { host, schemes: common } = draft.given;
  if (!Array.isArray(schemes) || schemes.length === 0 || host === undefined) return undefined;
  const known = Array.isArray(common) ? common : [];
  const isCommon = schemes.every((scheme: JsonValue) => known.includes(scheme));
  return isCommon ? undefined : serversOf(draft, schemes);
}

function upgradeResponses(draft: UpgradeDraft, operation: JsonObject, pointer: string): JsonValue {
  const responses = operation['responses'] ?? { default: { description: 'Default response' } };
  const produces = mediaTypesOf(draft, 'produces', { value: operation, pointer });
  return upgradeEach(responses, `${pointer}/responses`, (response, at, name) =>
    name.startsWith('x-')
      ? response
      : upgradeResponse(draft, response, produces, { to: at, from: at }),
  );
}
