import { isJsonObject, stepDown } from '../../base/json.ts';
import type { Media } from '../../contract/bodies/bodies.ts';
import type { Documents, Part } from '../../contract/load/documents.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Parameter } from '../../contract/parameters/parameters.ts';
import type { Choices } from '../../contract/schema/choices.ts';
import type { Requirement } from '../../contract/security.ts';
import type { ValuePoints, PointPlace, CoveragePoint, PointList } from './value-points.ts';
import { asTexts, mapValues, createPointList } from './value-points.ts';

/** The points of an operation, and which a request covers. Numbers are indexes of points. */
export interface PointMap extends SecurityPoints {
  readonly points: readonly CoveragePoint[];
  readonly called: number;
  readonly parameters: readonly ParameterPoints[];
  /** The points of required parameters that a request leaves out, by `nameMissing`. */
  readonly missing: ReadonlyMap<string, number>;
  readonly media: ReadonlyMap<Media, BodyPoints>;
  /** By the status as the contract declares it, such as `200`, `4XX` or `default`. */
  readonly statuses: ReadonlyMap<string, number>;
}

export interface ParameterPoints {
  readonly parameter: Parameter;
  readonly present: number;
  /** Undefined for a required parameter: `PointMap.missing` has that point. */
  readonly absent: number | undefined;
  readonly values: ValuePoints | undefined;
}

export interface BodyPoints {
  readonly sent: number;
  readonly values: ValuePoints | undefined;
}

/** The parts of the contract that points are made from. */
export interface PointSource {
  readonly documents: Documents;
  /** The enum values that a schema lets a request choose from; undefined where it lists none. */
  choicesOf(this: void, schema: Part): Choices | undefined;
}

/** The key of a parameter in `PointMap.missing`, made from a violation's place and pointer. */
export function nameMissing(where: string, pointer: string): string {
  return `${where} ${pointer}`;
}

export function mapPoints(operation: Operation, source: PointSource): PointMap {
  const list = createPointList(operation.id);
  const called = list.add('operations', ['called'], 'valid request', operation.part);
  const missing = new Map<string, number>();
  const parameters = operation.parameters.map((parameter) => {
    const points = mapParameter(parameter, operation, { list, source });
    const { name, in: where } = parameter;
    if (points.missing !== undefined) {
      missing.set(nameMissing(where, stepDown('', name)), points.missing);
    }
    return points;
  });
  const body = operation.body?.media ?? [];
  return {
    called,
    parameters,
    missing,
    media: new Map(body.map((media) => [media, mapBody(media, operation, { list, source })])),
    statuses: mapStatuses(operation, { list, source }),
    ...mapSecurity(operation, list),
    points: list.points,
  };
}

interface Mapping {
  readonly list: PointList;
  readonly source: PointSource;
}

function mapParameter(
  parameter: Parameter,
  operation: Operation,
  { list, source }: Mapping,
): ParameterPoints & { readonly missing: number | undefined } {
  const { name, in: where, isRequired, schema } = parameter;
  const label = `${where} ${name}`;
  const steps = [where, name];
  const place = placeOfParameter(parameter, operation);
  const present = list.add('parameters', [...steps, 'present'], `${label} present`, place);
  // A request without a path parameter has another path.
  const absent =
    where === 'path'
      ? undefined
      : list.add('parameters', [...steps, 'absent'], `${label} absent`, place);
  const all = schema && source.choicesOf(schema);
  const choices = all && leaveSendable(all, parameter);
  const values = choices && mapValues(choices, { list, steps, label, pointer: '' });
  return {
    parameter,
    present,
    absent: isRequired ? undefined : absent,
    missing: isRequired ? absent : undefined,
    values: where === 'path' && values ? asTexts(values) : values,
  };
}

/** Drops what no request can say as text: null beside texts, and items of a list in a path. */
function leaveSendable(choices: Choices, { in: where, mediaType }: Parameter): Choices {
  const { values } = choices;
  const isText = mediaType === undefined && values.some(({ value }) => typeof value === 'string');
  const own = isText ? values.filter(({ value }) => value !== null) : values;
  if (where !== 'path') return { ...choices, values: own };
  return { values: own, items: undefined, members: new Map() };
}

/** The place of the parameter: its schema stands in it, or in its one media type. */
function placeOfParameter({ schema, mediaType }: Parameter, { part }: Operation): PointPlace {
  if (!schema) return part;
  const steps = mediaType === undefined ? 1 : 3;
  return { uri: schema.uri, pointer: schema.pointer.split('/').slice(0, -steps).join('/') };
}

function mapBody(media: Media, { part }: Operation, { list, source }: Mapping): BodyPoints {
  const place = source.documents.at(part, 'requestBody', 'content', media.type) ?? part;
  const sent = list.add('media_types', ['body', media.type], `body ${media.type}`, place);
  const choices = media.schema && source.choicesOf(media.schema);
  const steps = ['body'];
  return {
    sent,
    values: choices && mapValues(choices, { list, steps, label: 'body', pointer: '' }),
  };
}

/** Only declared statuses are points, and no reply ends with a 1xx. */
function mapStatuses(
  { part, responses }: Operation,
  { list, source: { documents } }: Mapping,
): ReadonlyMap<string, number> {
  const declared = documents.child(part, 'responses');
  const names = declared && isJsonObject(declared.value) ? Object.keys(declared.value) : [];
  const statuses = new Map<string, number>();
  for (const status of responses.keys()) {
    const name = names.find((one) => one.toLowerCase() === status.toLowerCase());
    const place = declared && name !== undefined && documents.at(declared, name);
    if (!place || status.startsWith('1')) continue;
    statuses.set(status, list.add('statuses', [status], `status ${status}`, place));
  }
  return statuses;
}

interface SecurityPoints {
  readonly admitted: ReadonlyMap<Requirement, number>;
  readonly refused: ReadonlyMap<Requirement, number>;
  /** The refusal of a request without credentials; undefined where no request can be refused. */
  readonly unknown: number | undefined;
}

/** Adds the access and the refusal of each alternative, and the refusal without credentials. */
function mapSecurity(
  { security, securityPlaces, part }: Operation,
  list: PointList,
): SecurityPoints {
  const admitted = new Map<Requirement, number>();
  const refused = new Map<Requirement, number>();
  // Where one alternative is always open, the server never refuses a request for its credentials.
  const isLocked = security.length > 0 && !security.some(isAlwaysOpen);
  const names = new Set<string>();
  for (const [index, requirement] of security.entries()) {
    const name = freeName(nameOf(requirement), names);
    names.add(name);
    const place = securityPlaces[index] ?? part;
    const add = (id: string, what: string): number =>
      list.add('security', [name, id], `${name} ${what}`, place);
    // The id stays, so that reports of older versions can be merged.
    admitted.set(requirement, add('let in', 'admitted'));
    if (isLocked) refused.set(requirement, add('refused', 'refused'));
  }
  const unknown = isLocked
    ? list.add('security', ['', 'refused'], 'no credentials refused', securityPlaces[0] ?? part)
    : undefined;
  return { admitted, refused, unknown };
}

/** The server does not check what the connection proves, such as a client certificate. */
function isAlwaysOpen(requirement: Requirement): boolean {
  return requirement.every(({ scheme }) => scheme.carrier.kind === 'connection');
}

function nameOf(requirement: Requirement): string {
  if (requirement.length === 0) return 'anybody';
  return requirement
    .map(({ scheme, scopes }) =>
      scopes.length === 0 ? scheme.name : `${scheme.name} (${scopes.join(', ')})`,
    )
    .join(' and ');
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name} #${count}`;
  return free;
}
