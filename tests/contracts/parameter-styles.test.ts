import { expect } from 'vitest';

import type { Row } from './play-table.ts';
import { playTable } from './play-table.ts';

// Every parameter of the contract has one value that it takes, so a row tells how it is read.
const same = 'the only value that the schema takes';

function accepts(path: string, ...targets: readonly string[]): readonly Row[] {
  return targets.map((target) => ({ ask: `GET ${path}${target}`, status: 204, about: same }));
}

function refuses(path: string, ...targets: readonly string[]): readonly Row[] {
  return targets.map((target) => ({ ask: `GET ${path}${target}`, status: 400 }));
}

function header(name: string, value: string | readonly string[], status: number): Row {
  const about = `${name}: ${JSON.stringify(value)}`;
  return { ask: `GET /header`, headers: { [name]: value }, status, about };
}

function cookie(value: string, status: number): Row {
  return { ask: 'GET /cookie', headers: { Cookie: value }, status, about: `Cookie: ${value}` };
}

playTable('parameter-styles.yaml', [
  ...accepts('/simple/', 'blue/blue,black/R,1,G,2/R=1,G=2'),
  ...accepts('/simple/', 'blue/blue,b%6Cack/R,1,G,2/R=1,G=2'),
  ...refuses('/simple/', 'red/blue,black/R,1,G,2/R=1,G=2', 'blue/blue/R,1,G,2/R=1,G=2'),
  ...refuses('/simple/', 'blue/blue%2Cblack/R,1,G,2/R=1,G=2', 'blue/blue,black/R,1,G/R=1,G=2'),
  ...refuses('/simple/', 'blue/blue,black/R,1,G,2/R,1,G,2', 'blue/blue,black/R,1,G,x/R=1,G=2'),
  ...accepts('/label/', '.blue/.blue,black/.blue.black/.R,1,G,2/.R=1.G=2'),
  ...refuses('/label/', 'blue/.blue,black/.blue.black/.R,1,G,2/.R=1.G=2'),
  ...refuses('/label/', '.blue/.blue,black/.blue,black/.R,1,G,2/.R=1.G=2'),
  ...accepts(
    '/matrix/',
    ';primitive=blue/;list=blue,black/;explodedList=blue;explodedList=black/;object=R,1,G,2/;R=1;G=2',
  ),
  ...refuses(
    '/matrix/',
    ';hue=blue/;list=blue,black/;explodedList=blue;explodedList=black/;object=R,1,G,2/;R=1;G=2',
  ),
  ...refuses(
    '/matrix/',
    'blue/;list=blue,black/;explodedList=blue;explodedList=black/;object=R,1,G,2/;R=1;G=2',
  ),
  ...accepts('/content/', '%7B%22R%22%3A1%7D'),
  ...refuses('/content/', '%7B%22R%22%3A2%7D', 'R', '%7B'),
  ...accepts('/form', '?primitive=blue', '?list=blue&list=black', '?comma=blue,black'),
  ...accepts('/form', '?comma=blue%2Cblack'),
  ...accepts('/form', '?comma=b%6Cue,black', '?object=R,1,G,2', '?R=1&G=2', '?%52=1&G=2'),
  ...refuses('/form', '?primitive=red', '?list=blue', '?list=black&list=blue', '?comma=blue'),
  ...refuses('/form', '?comma=blue,black%2Cblue', '?object=R,1', '?object=R,1,G,x', '?R=1&G=x'),
  ...accepts('/form', '', '?other=1', '?&&', '?=1'),
  ...accepts('/delimited', '?space=blue%20black', '?pipe=blue%7Cblack', '?pipe=blue|black'),
  ...accepts('/delimited', '?spaced=R%201%20G%202', '?piped=R%7C1%7CG%7C2'),
  ...refuses('/delimited', '?space=blue,black', '?pipe=blue,black', '?pipe=blue'),
  ...refuses('/delimited', '?spaced=R%201%20G', '?piped=R%7C1%7CG%7Cx'),
  ...accepts('/deep', '?color[R]=1&color[G]=2', '?color%5BR%5D=1&color%5BG%5D=2'),
  ...accepts('/deep', '?color[G]=2&color[R]=1', ''),
  ...refuses('/deep', '?color[R]=1', '?color[R]=1&color[G]=x', '?color[R]=2&color[G]=2'),
  ...accepts('/json', '?filter=%7B%22R%22%3A%5B1%5D%7D', ''),
  ...refuses('/json', '?filter=%7B%22R%22%3A1%7D', '?filter=', '?filter=R', '?filter=%7B'),
  ...accepts('/coerced', '?integer=7&number=1e2&yes=true&no=false', '?number=100.0'),
  ...refuses('/coerced', '?integer=7.5', '?integer=', '?integer=0x7', '?integer=%207', '?yes=1'),
  ...refuses('/coerced', '?yes=TRUE', '?number=1e', '?number=Infinity', '?no='),
  ...accepts('/coerced', '?either=7', '?text=7', '?text=true'),
  ...accepts('/coerced', '?members=1&members=true&members=x'),
  ...refuses('/coerced', '?members=1&members=yes&members=x'),
  ...accepts('/empty', '?text=', '?text', '?list=', '?list', '?comma='),
  ...refuses('/empty', '?text=x', '?list=x', '?comma=,'),
  ...accepts('/required', '?needed=x', '?needed='),
  ...refuses('/required', '', '?Needed=x', '?need=x'),
  ...accepts(
    '/names',
    '?filter[name]=x&ids[]=1&ids[]=2',
    '?filter%5Bname%5D=x&ids%5B%5D=1&ids%5B%5D=2',
  ),
  ...accepts('/names', '?a.b=x', '?%C3%A4=x', '?__proto__=x', '?constructor=x', '?toString=x'),
  ...refuses('/names', '?filter[name]=y', '?ids[]=1', '?a.b=y', '?%C3%A4=y', '?__proto__=y'),
  ...refuses('/names', '?constructor=y', '?toString=y'),
  ...refuses('/form', '?primitive=%', '?primitive=%ff', '?list=blue&list=%zz'),
  header('X-Primitive', 'blue', 204),
  header('x-primitive', 'blue', 204),
  header('X-Primitive', 'red', 400),
  header('X-Primitive', '', 400),
  header('X-List', 'blue,black', 204),
  header('X-List', 'blue, black', 204),
  header('X-List', ['blue', 'black'], 204),
  header('X-List', 'blue', 400),
  header('X-Object', 'R,1,G,2', 204),
  header('X-Object', 'R,1,G,x', 400),
  header('X-Exploded', 'R=1,G=2', 204),
  header('X-Exploded', 'R,1,G,2', 400),
  header('X-Json', '{"R":1}', 204),
  header('X-Json', '{"R":2}', 400),
  header('X-Json', '{', 400),
  header('Accept', '*/*', 204),
  cookie('primitive=blue', 204),
  cookie('a=b; primitive=blue', 204),
  cookie('primitive=red', 400),
  cookie('primitive=%62lue', 204),
  cookie('comma=blue,black', 204),
  cookie('comma=blue%2Cblack', 400),
  cookie('comma=blue', 400),
  cookie('object=R,1,G,2', 204),
  cookie('object=R,1', 400),
  cookie('json={"R":1}', 204),
  cookie('json=%7B%22R%22%3A1%7D', 204),
  cookie('json=x', 400),
  cookie('primitive=%zz', 400),
  { ask: 'GET /cookie', status: 204 },
  {
    ask: 'GET /form?primitive=red&comma=blue',
    status: 400,
    like: {
      errors: [
        { in: 'query', pointer: expect.stringContaining('primitive') },
        { in: 'query', pointer: expect.stringContaining('comma') },
      ],
    },
    about: 'all faults at once',
  },
]);

playTable(
  'parameter-styles.yaml',
  [
    ...accepts('/form', '?primitive=blue', '?R=1&G=2', ''),
    ...accepts('/deep', '?color[R]=1&color[G]=2'),
    ...accepts('/names', '?ids[]=1&ids[]=2'),
    ...refuses('/form', '?other=1', '?primitive=blue&Primitive=blue', '?__proto__=1'),
    ...refuses('/required', '?needed=x&more=y'),
    { ask: 'GET /form?other=1', status: 400, text: expect.stringContaining('other') },
  ],
  { unknownQuery: 'reject' },
);
