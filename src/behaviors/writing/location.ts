import { textOf } from '../../base/json.ts';
import { encodePart, toUriReference } from '../../base/texts.ts';
import type { Location } from '../../contract/plan/plan.ts';
import type { ReplyHeaders, Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';

/** The `Location` of a new record, where the reply declares it and the whole path is known. */
export function locate(
  request: Validated,
  location: Location | undefined,
  item: Item,
): ReplyHeaders {
  const header = request.choice.response?.headers.find(({ name }) => /^location$/i.test(name));
  const relative = header && pathOf(request, location, item);
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
  location: Location | undefined,
  item: Item,
): string | undefined {
  const path = location && fillIn(request, location, item);
  return path === undefined
    ? undefined
    : `${toUriReference(request.prefix + baseOf(request))}${path}`;
}

function fillIn(
  { parameters }: Validated,
  { pieces }: Location,
  { key, parents }: Item,
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
