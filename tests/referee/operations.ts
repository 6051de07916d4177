import type { JsonValue } from '../../src/base/json.ts';
import { isJsonObject } from '../../src/base/json.ts';
import type { Documents, Place } from './documents.ts';

/** An operation as the contract's text has it. */
export interface DescribedOperation {
  readonly method: string;
  readonly template: string;
  /** Where the operation stands. */
  readonly place: Place;
  readonly parameters: readonly Place[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export function listOperations(documents: Documents): readonly DescribedOperation[] {
  const paths = documents.at(documents.root, 'paths');
  if (!paths || !isJsonObject(paths.value)) return [];
  return Object.keys(paths.value).flatMap((template) => {
    const item = documents.at(paths, template);
    if (!item) return [];
    return methods.flatMap((method): readonly DescribedOperation[] => {
      const place = documents.at(item, method);
      if (!place) return [];
      const parameters = mergeParameters(
        listItems(documents, documents.at(item, 'parameters')),
        listItems(documents, documents.at(place, 'parameters')),
      );
      return [{ method: method.toUpperCase(), template, place, parameters }];
    });
  });
}

/** Finds the template that a path means: the one that is spelled out further from the left. */
export function createTemplateFinder(
  operations: readonly DescribedOperation[],
  prefixes: readonly string[],
): (path: string) => string | undefined {
  const templates = [...new Set(operations.map(({ template }) => template))]
    .toSorted((left, right) => (rankOf(left) < rankOf(right) ? -1 : 1))
    .map((template) => ({
      template,
      patterns: [...new Set(prefixes)].map((prefix) => patternOf(prefix + template)),
    }));
  return (path) =>
    templates.find(({ patterns }) => patterns.some((pattern) => pattern.test(path)))?.template;
}

/** The base paths below which a contract says it is served; variables stand for anything. */
export function listPrefixes(documents: Documents): readonly string[] {
  const base = documents.at(documents.root, 'basePath')?.value;
  const servers = listItems(documents, documents.at(documents.root, 'servers'));
  const urls = servers.map((server) => textAt(documents, server, 'url') ?? '');
  const bases = urls.map((url) => url.replace(/^[a-z{}]+:\/\/[^/]*/i, '').replace(/\/$/, ''));
  return ['', ...(typeof base === 'string' ? [base.replace(/\/$/, '')] : []), ...bases];
}

export function findResponse(
  documents: Documents,
  operation: DescribedOperation,
  status: number,
): Place | undefined {
  const responses = documents.at(operation.place, 'responses');
  if (!responses || !isJsonObject(responses.value)) return undefined;
  const range = `${Math.floor(status / 100)}XX`;
  const names = Object.keys(responses.value);
  const name =
    names.find((each) => each === String(status)) ??
    names.find((each) => each.toUpperCase() === range) ??
    names.find((each) => each === 'default');
  return name === undefined ? undefined : documents.at(responses, name);
}

/** The schema of a response's body in a media type. Not followed: it may be a reference. */
export function findSchema(
  documents: Documents,
  response: Place,
  contentType: string,
): Place | undefined {
  const old = documents.at(response, 'schema');
  if (old) return old;
  const content = documents.at(response, 'content');
  if (!content || !isJsonObject(content.value)) return undefined;
  const sent = essenceOf(contentType);
  const names = Object.keys(content.value);
  const name =
    names.find((each) => normalize(each) === normalize(contentType)) ??
    names.find((each) => essenceOf(each) === sent) ??
    names.find((each) => covers(essenceOf(each), sent));
  return name === undefined ? undefined : documents.at(content, name, 'schema');
}

export function textAt(
  documents: Documents,
  place: Place,
  ...steps: readonly string[]
): string | undefined {
  const value: JsonValue | undefined = documents.at(place, ...steps)?.value;
  return typeof value === 'string' ? value : undefined;
}

export function listItems(documents: Documents, list: Place | undefined): readonly Place[] {
  if (!list || !Array.isArray(list.value)) return [];
  return Object.keys(list.value).flatMap((index) => {
    const item = documents.at(list, index);
    return item ? [item] : [];
  });
}

export function isJsonType(contentType: string): boolean {
  const essence = essenceOf(contentType);
  return essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json');
}

function mergeParameters(shared: readonly Place[], own: readonly Place[]): readonly Place[] {
  const merged = new Map<string, Place>();
  for (const place of [...shared, ...own]) {
    if (!isJsonObject(place.value)) continue;
    merged.set(JSON.stringify([place.value['in'], place.value['name']]), place);
  }
  return [...merged.values()];
}

function patternOf(template: string): RegExp {
  const shape = template.replaceAll(/\{[^{}]*\}/g, '{}').replace(/[?#].*$/, '');
  const pieces = shape.split('{}').map(escapePattern);
  return new RegExp(`^${pieces.join('[^/]+')}$`);
}

/** In a request's path a piece of a template may be spelled with escapes. */
function escapePattern(text: string): string {
  const escape = (piece: string): string => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return Array.from(text)
    .map((character) => {
      const encoded = encodeURIComponent(character);
      return encoded === character ? escape(character) : `(?:${escape(character)}|${encoded})`;
    })
    .join('');
}

/** Anything that is spelled out stands before what isn't, which ends in what isn't anything. */
function rankOf(template: string): string {
  return `${template.replaceAll(/\{[^{}]*\}/g, '\uffff')}\uffff\uffff`;
}

function essenceOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

function normalize(contentType: string): string {
  return contentType.replaceAll(/\s/g, '').toLowerCase();
}

function covers(range: string, essence: string): boolean {
  if (range === '*/*') return true;
  return range.endsWith('/*') && essence.startsWith(range.slice(0, -1));
}
