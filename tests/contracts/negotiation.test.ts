import type { Row } from './play-table.ts';
import { playTable } from './play-table.ts';

function accept(path: string, header: string, text: string): Row {
  const about = `Accept: ${header}`;
  return { ask: `GET ${path}`, headers: { Accept: header }, status: 200, text, about };
}

function refuse(path: string, header: string): Row {
  return {
    ask: `GET ${path}`,
    headers: { Accept: header },
    status: 406,
    about: `Accept: ${header}`,
  };
}

const json = '"json"';

playTable('negotiation.yaml', [
  { ask: 'GET /several', status: 200, type: 'application/json', text: json },
  accept('/several', '*/*', json),
  accept('/several', '', json),
  accept('/several', 'text/plain', 'plain'),
  accept('/several', 'TEXT/Plain', 'plain'),
  accept('/several', 'text/html, text/plain;q=0.9', 'html'),
  accept('/several', 'text/plain;q=0.5, application/json;q=0.1', 'plain'),
  accept('/several', 'text/plain ; q=0.2 , text/html ; q=0.3', 'html'),
  accept('/several', '*/*;q=0.1, application/json;q=0', 'plain'),
  accept('/several', 'text/*, application/json;q=0.9', 'plain'),
  accept('/several', 'text/*;q=0.9, text/plain;q=0', 'html'),
  accept('/several', 'text/*;q=0.9, text/plain;q=0.2, application/json;q=0.5', 'html'),
  accept('/several', 'image/png, */*;q=0.01', json),
  accept('/several', 'application/json;q=1.000', json),
  accept('/several', 'application/*', json),
  accept('/several', 'text/plain;charset=utf-8', 'plain'),
  refuse('/several', 'image/png'),
  refuse('/several', '*/*;q=0'),
  refuse('/several', 'application/xml, image/*'),
  accept('/vendor', 'application/vnd.word.v2+json', '"two"'),
  accept('/vendor', '*/*', '"one"'),
  accept('/vendor', 'application/*', '"one"'),
  refuse('/vendor', 'application/vnd.word.v3+json'),
  accept('/vendor', 'application/json', '"one"'),
  refuse('/vendor', 'application/json;q=0, application/xml'),
  accept('/parameters', 'application/json;version=2', '"two"'),
  accept('/parameters', 'application/json', '"one"'),
  accept(
    '/parameters',
    'application/json;version=2;q=0.5, application/json;version=1;q=0.1',
    '"two"',
  ),
  { ...accept('/json', 'application/json', json), type: 'application/json' },
  accept('/json', 'application/json;charset=utf-8', json),
  {
    ask: 'GET /json',
    headers: { Accept: 'text/html' },
    status: 406,
    is: { offer: 'json' },
    about: 'as it is declared',
  },
  { ask: 'DELETE /nothing', headers: { Accept: 'text/html' }, status: 204 },
  accept('/range', 'application/json', '{"a":1}'),
  accept('/range', '*/*', '{"a":1}'),
]);
