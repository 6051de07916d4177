import type { Request, Response } from './exchange.ts';
import { isObject, readJson, textOf } from './json.ts';
import type { Check, OperationRules, ResponseRules, Rules } from './rules.ts';

/** The operation that a request means, HEAD being a GET without its body. */
export function findOperation(request: Request, rules: Rules): OperationRules | undefined {
  const found = operationsAt(request, rules);
  return (
    found.find(({ method }) => method === request.method) ??
    (request.method === 'HEAD' ? found.find(({ method }) => method === 'GET') : undefined)
  );
}

/** Everything in a reply that breaks the contract, whatever the case is about. */
export function judge(
  request: Request,
  response: Response,
  basePath: string,
  rules: Rules,
): readonly string[] {
  const operation = findOperation(request, rules);
  const complaints = operation
    ? judgeOperation(request, response, operation)
    : judgeStray(request, response, rules);
  return [...complaints, ...judgeProblem(request, response, basePath)];
}

function operationsAt({ path }: Request, rules: Rules): readonly OperationRules[] {
  const plain = path.replace(/\?.*$/, '');
  return rules.operations.filter(({ pattern }) => pattern.test(plain));
}

function judgeOperation(
  request: Request,
  response: Response,
  { id, responses }: OperationRules,
): readonly string[] {
  const rules = responses.get(response.status);
  if (!rules) return [`${id} does not declare the status ${response.status}`];
  return [...judgeHeaders(response, rules), ...judgeContent(request, response, rules.media)];
}

/** What belongs to no operation: an unknown path, or a method that a path doesn't have. */
function judgeStray(request: Request, response: Response, rules: Rules): readonly string[] {
  const declared = operationsAt(request, rules).map(({ method }) => method);
  const due = declared.length === 0 ? 404 : 405;
  const allowed = splitList(response.headers.get('allow'));
  const missing = declared.filter((method) => !allowed.includes(method));
  return [
    ...(response.status === due ? [] : [`the status of what the contract lacks must be ${due}`]),
    ...(missing.length === 0 ? [] : [`Allow must name ${missing.join(', ')}`]),
    ...judgeContent(request, response, new Map([['application/problem+json', rules.checkProblem]])),
  ];
}

function judgeHeaders(response: Response, rules: ResponseRules): readonly string[] {
  return rules.headers.flatMap(({ name, isRequired, check }) => {
    const value = response.headers.get(name);
    if (value === undefined) return isRequired ? [`the header ${name} is required`] : [];
    return check(value).map((complaint) => `the header ${name}: ${complaint}`);
  });
}

function judgeContent(
  { method }: Request,
  { headers, body }: Response,
  media: ReadonlyMap<string, Check>,
): readonly string[] {
  const sent = headers.get('content-type');
  if (media.size === 0) return body === '' ? [] : ['there is a body where none is declared'];
  const check = media.get(essenceOf(sent ?? ''));
  if (!check) {
    const declared = [...media.keys()].join(', ');
    return [`the content type is ${sent ?? 'missing'}, declared is ${declared}`];
  }
  if (method === 'HEAD') return body === '' ? [] : ['a reply to HEAD has a body'];
  const value = readJson(body);
  if (value === undefined) return ['the body is no JSON'];
  return check(value).map((complaint) => `the body: ${complaint}`);
}

/** What the schema can't say of a problem document (RFC 9457, section 3.1). */
function judgeProblem(request: Request, response: Response, basePath: string): readonly string[] {
  const type = essenceOf(response.headers.get('content-type') ?? '');
  const problem = readJson(response.body);
  if (type !== 'application/problem+json' || !isObject(problem)) return [];
  const { status, instance, title, detail } = problem;
  const path = request.path.replace(/\?.*$/, '');
  return [
    ...(status === response.status ? [] : [`the problem's status is ${textOf(status)}`]),
    // A gateway may have taken the base path off before the server saw it.
    ...(!isUri(path) || instance === path || instance === basePath + path
      ? []
      : [`the problem's instance is ${textOf(instance)}, not the path of the request`]),
    ...(title === '' ? ["the problem's title is empty"] : []),
    ...(detail === '' ? ["the problem's detail is empty"] : []),
  ];
}

/** A path that is broken can't be repeated in a document that must hold a URI. */
function isUri(path: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(path);
}

function essenceOf(type: string): string {
  return type.replace(/;.*$/s, '').trim().toLowerCase();
}

export function splitList(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== '');
}
