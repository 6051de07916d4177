import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { CompileContext } from '../compile-context.ts';
import type { Part } from '../load/documents.ts';

/** A variable of a server's URL. */
interface Variable {
  /** All its values; undefined if the contract does not list them. */
  readonly values: readonly string[] | undefined;
  readonly standard: string;
}

type Variables = ReadonlyMap<string, Variable>;

/** One expansion makes no more addresses. Beyond this, a variable only has its default value. */
const mostAddresses = 64;

/**
 * The base paths of an operation, from the closest `servers`: those of the operation, its path or
 * the contract. They have no trailing slash. A variable without a list of values stays in braces.
 */
export function compileBases(context: CompileContext, holders: readonly Part[]): readonly string[] {
  const { documents } = context;
  for (const holder of holders) {
    const servers = documents.child(holder, 'servers');
    if (!servers) continue;
    if (!Array.isArray(servers.value)) {
      context.tolerate(servers, '"servers" must be a list');
      continue;
    }
    const bases = basesOfAll(context, servers, servers.value);
    if (bases.length > 0) return bases;
  }
  return [''];
}

/** Most operations share the servers of the contract, so their base paths are computed once. */
function basesOfAll(
  context: CompileContext,
  servers: Part,
  list: readonly JsonValue[],
): readonly string[] {
  const known = shared.get(context) ?? new Map<readonly JsonValue[], readonly string[]>();
  shared.set(context, known);
  const before = known.get(list);
  if (before) return before;
  const bases = list.flatMap((_, index) => {
    const server = context.documents.child(servers, index);
    return server ? basesOf(context, server) : [];
  });
  const found = [...new Set(bases)];
  known.set(list, found);
  return found;
}

const shared = new WeakMap<CompileContext, Map<readonly JsonValue[], readonly string[]>>();

function basesOf(context: CompileContext, server: Part): readonly string[] {
  const url = context.documents.child(server, 'url')?.value;
  // The walk in load/structure.ts has already reported a URL that is not a text.
  if (typeof url !== 'string') return [];
  const variables = readVariables(context, server, url);
  const addresses = expand(url.trim(), variables, isWide);
  if (!addresses.every((address) => isUrl(address, variables))) {
    context.tolerate(server, `${JSON.stringify(url)} is not a URL; only its path is used`);
  }
  return addresses.flatMap((address) => {
    const path = pathOf(address, variables);
    return expand(path, variables, ({ values }) => values !== undefined).map(trimPath);
  });
}

/** A value that is empty or has a slash can't match a path parameter, so it is filled in. */
function isWide({ values, standard }: Variable): boolean {
  return [standard, ...(values ?? [])].some((value) => value === '' || value.includes('/'));
}

function readVariables(context: CompileContext, server: Part, url: string): Variables {
  const { documents } = context;
  const variables = new Map<string, Variable>();
  for (const [, name = ''] of url.matchAll(/\{([^{}]*)\}/g)) {
    const part = documents.child(server, 'variables', name);
    if (!part || !isJsonObject(part.value)) {
      context.tolerate(server, `the server variable "${name}" is not declared`);
      continue;
    }
    const { enum: list } = part.value;
    const values = Array.isArray(list) ? list.filter((value) => isText(value)).map(String) : [];
    const standard = isText(part.value['default']) ? String(part.value['default']) : values[0];
    if (standard === undefined) {
      context.tolerate(part, `the server variable "${name}" has no "default"`);
      continue;
    }
    variables.set(name, { standard, values: values.length === 0 ? undefined : values });
  }
  return variables;
}

/** YAML reads ports and versions as numbers. */
function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** One address for each value of the chosen variables. */
function expand(
  text: string,
  variables: Variables,
  isChosen: (variable: Variable) => boolean,
): readonly string[] {
  let texts: readonly string[] = [text];
  for (const [name, variable] of variables) {
    const braces = `{${name}}`;
    if (!text.includes(braces) || !isChosen(variable)) continue;
    const values = [...new Set([variable.standard, ...(variable.values ?? [])])];
    const isTooMany = texts.length * values.length > mostAddresses;
    const chosen = isTooMany ? [variable.standard] : values;
    texts = texts.flatMap((one) => chosen.map((value) => one.replaceAll(braces, () => value)));
  }
  return texts;
}

/** Removes scheme and host. Many URLs have no scheme, or have both in a variable. */
function pathOf(address: string, variables: Variables): string {
  const rest = address.replace(/^(?:[^/?#]*:)?\/\/[^/?#]*/, '').replace(/[?#].*$/s, '');
  if (rest === '' || rest.startsWith('/') || rest.length < address.length) return rest;
  const [first = ''] = rest.split('/', 1);
  const standard = substitute(first, variables);
  return isHost(standard) ? rest.slice(first.length) : `/${rest}`;
}

function isHost(text: string): boolean {
  return /^(localhost|\d+(\.\d+){3}|([\w-]+\.)+[a-z]{2,})(:\d+)?$/i.test(text);
}

/** Resolves `.` and `..`, and removes empty segments and a trailing slash. */
function trimPath(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.map((step) => `/${step}`).join('');
}

function isUrl(address: string, variables: Variables): boolean {
  const text = substitute(address, variables);
  return (
    URL.canParse(text) || (!/^[^/?#]*:\/\//.test(text) && URL.canParse(text, 'http://localhost'))
  );
}

function substitute(text: string, variables: Variables): string {
  return text.replaceAll(
    /\{([^{}]*)\}/g,
    (_, name: string) => variables.get(name)?.standard ?? 'x',
  );
}
