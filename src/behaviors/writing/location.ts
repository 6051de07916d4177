import { textOf } from '../../base/json.ts';
import { valueInPath } from '../../base/resource-names.ts';
import { encodePart, toUriReference } from '../../base/texts.ts';
import type { Location, Stateful } from '../../contract/plan/plan.ts';
import type { ReplyHeaders, Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';

type MadeAt = Pick<Stateful, 'collection' | 'location'>;

/** The `Location` of a new record, where the reply declares it and the whole path is known. */
export function locate(request: Validated, target: MadeAt, item: Item): ReplyHeaders {
  const header = request.choice.response?.headers.find(({ name }) => /^location$/i.test(name));
  const relative = header && pathOf(request, target, item);
  if (!header || relative === undefined) return {};
  const { host } = request.headers;
  const absolute = `http://${typeof host === 'string' ? host : 'localhost'}${relative}`;
  const fits = (text: string): boolean => (header.check?.(header.read(text)) ?? []).length === 0;
  const text = [relative, absolute].find(fits);
  return text === undefined ? {} : { [header.name]: text };
}

/** The path at which a new record can be read; undefined where there is none. */
export function pathOf(
  request: Validated,
  { collection, location }: MadeAt,
  item: Item,
): string | undefined {
  const path = location && fillIn(request, location, valuesIn(collection, item));
  return path === undefined
    ? undefined
    : `${toUriReference(request.prefix + baseOf(request))}${path}`;
}

/** Key and parents as paths have them. */
function valuesIn(
  { nameForm, parents: kinds }: Stateful['collection'],
  { key, parents }: Item,
): Pick<Item, 'key' | 'parents'> {
  return {
    key: valueInPath(nameForm, key),
    parents: parents.map((parent, at) => parent && valueInPath(kinds[at]?.nameForm, parent)),
  };
}

function fillIn(
  { parameters }: Validated,
  { pieces }: Location,
  { key, parents }: Pick<Item, 'key' | 'parents'>,
): string | undefined {
  // The version, where it is a parameter, stays that of the request.
  const asAsked = (text: string): string =>
    text.replaceAll(/\{([\w-]+)\}/g, (_, name: string) => textOf(parameters.path[name] ?? ''));
  const texts = pieces.map((piece) => {
    if (piece.kind === 'text') return toUriReference(asAsked(piece.text));
    const value = piece.kind === 'key' ? key : parents[piece.index];
    return value === undefined ? undefined : encodePart(value);
  });
  return texts.includes(undefined) ? undefined : texts.join('');
}

/** What the request's path has in front of the operation's: the path of a server. */
function baseOf({ path, operation }: Validated): string {
  const segments = path.split('/');
  const own = operation.path.split('/').length - 1;
  return segments.slice(0, Math.max(0, segments.length - own)).join('/');
}
