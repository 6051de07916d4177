import { expect } from 'vitest';

import { multipart } from './multipart.ts';
import { playTable } from './play-table.ts';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const refused = { message: expect.any(String) };
const collar = { code: 'AB-1234' };
const picture = { name: 'picture', fileName: 'rex.png', type: 'image/png', content: '\u0089PNG' };

playTable(
  'swagger-2.yaml',
  [
    { ask: 'GET /v1/dogs', status: 200, type: 'application/json' },
    { ask: 'GET /dogs', status: 200, about: 'without the base path' },
    { ask: 'GET /v2/dogs', status: 404 },
    { ask: 'GET /v1/dogs?sizes=big,small', status: 200 },
    { ask: 'GET /v1/dogs?sizes=big', status: 400, like: refused },
    { ask: 'GET /v1/dogs?sizes=big,huge', status: 400, like: refused },
    { ask: 'GET /v1/dogs?ids=1%7C2', status: 200 },
    { ask: 'GET /v1/dogs?ids=1|2', status: 200 },
    { ask: 'GET /v1/dogs?ids=1,2', status: 400 },
    { ask: 'GET /v1/dogs?ids=1%7Cx', status: 400 },
    { ask: 'GET /v1/dogs?words=good%20boy', status: 200 },
    { ask: 'GET /v1/dogs?words=good', status: 400 },
    { ask: 'GET /v1/dogs?states=new&states=sold', status: 200 },
    { ask: 'GET /v1/dogs?states=new', status: 400 },
    { ask: 'GET /v1/dogs', headers: { 'X-Trace': '0123abcd' }, status: 200 },
    { ask: 'GET /v1/dogs', headers: { 'X-Trace': 'xyz' }, status: 400, like: refused },
    { ask: 'POST /v1/dogs', json: { name: 'Rex', collar }, status: 201, about: 'readOnly id' },
    { ask: 'POST /v1/dogs', json: { name: 'Rex', collar, age: 1 }, status: 201 },
    { ask: 'POST /v1/dogs', json: { name: 'Rex', collar, age: 0 }, status: 400, like: refused },
    { ask: 'POST /v1/dogs', json: { name: 'Rex', collar: { code: 'x' } }, status: 400 },
    { ask: 'POST /v1/dogs', json: { name: 'Rex' }, status: 400 },
    { ask: 'POST /v1/dogs', status: 400, about: 'a body is required' },
    { ask: 'POST /v1/dogs', headers: form, body: 'name=Rex', status: 400, about: '415 undeclared' },
    {
      ask: 'GET /v1/dogs/7',
      status: 200,
      is: { id: 7, name: 'Rex', collar: { code: 'AB-1234' } },
    },
    {
      ask: 'GET /v1/dogs/7',
      headers: { Accept: 'text/plain' },
      status: 200,
      type: 'text/plain',
      text: 'Rex',
    },
    { ask: 'GET /v1/dogs/0', status: 400, like: refused },
    { ask: 'GET /v1/dogs/rex', status: 400, like: refused },
    { ask: 'POST /v1/dogs/7', headers: form, body: 'name=Rex&age=3', status: 204, text: '' },
    { ask: 'POST /v1/dogs/7', headers: form, body: 'name=Rex+the+First&toys=ball', status: 204 },
    { ask: 'POST /v1/dogs/7', headers: form, body: 'name=Rex&toys=ball,bone', status: 204 },
    { ask: 'POST /v1/dogs/7', headers: form, body: 'name=Rex&toys=ball&toys=bone', status: 204 },
    { ask: 'POST /v1/dogs/7', headers: form, body: 'name=Rex&toys=ball,cat', status: 400 },
    { ask: 'POST /v1/dogs/7', headers: form, body: 'age=3', status: 400, like: refused },
    { ask: 'POST /v1/dogs/7', headers: form, body: 'name=Rex&age=31', status: 400 },
    { ask: 'POST /v1/dogs/7', headers: form, body: 'name=Rex&age=old', status: 400 },
    { ask: 'POST /v1/dogs/7', headers: form, body: 'name=', status: 400, like: refused },
    { ask: 'POST /v1/dogs/7', headers: form, body: 'name=Rex&trick', status: 400, like: refused },
    { ask: 'POST /v1/dogs/7', headers: form, body: 'name=Rex&trick=sit&remark=', status: 204 },
    { ask: 'POST /v1/dogs/7', headers: form, body: 'name=Rex&remark', status: 204 },
    { ask: 'GET /v1/dogs?lead=', status: 400, like: refused },
    { ask: 'GET /v1/dogs?lead', status: 400, like: refused },
    { ask: 'GET /v1/dogs?lead=red&muzzle=', status: 200 },
    { ask: 'GET /v1/dogs?muzzle', status: 200 },
    { ask: 'DELETE /v1/dogs/7', status: 401, like: refused },
    { ask: 'DELETE /v1/dogs/7', headers: { 'X-Kennel-Key': 'k' }, status: 204 },
    { ask: 'DELETE /v1/dogs/8', headers: { Authorization: 'Basic cmV4Om9oCg==' }, status: 204 },
    { ask: 'DELETE /v1/dogs/9', headers: { Authorization: 'Bearer token' }, status: 204 },
    {
      ask: 'DELETE /v1/dogs/9',
      headers: { Authorization: 'Bearer token' },
      status: 404,
      about: 'it is gone',
    },
    { ask: 'DELETE /v1/dogs/7', headers: { Authorization: 'Digest x' }, status: 401 },
    { ask: 'POST /v1/dogs/10/picture', ...multipart([picture]), status: 200 },
    {
      ask: 'POST /v1/dogs/10/picture',
      ...multipart([picture, { name: 'caption', content: 'Rex' }]),
      status: 200,
    },
    {
      ask: 'POST /v1/dogs/10/picture',
      ...multipart([picture, { name: 'caption', content: 'Rex, at the lake' }]),
      status: 400,
      like: refused,
    },
    {
      ask: 'POST /v1/dogs/10/picture',
      ...multipart([{ name: 'caption', content: 'Rex' }]),
      status: 400,
      like: refused,
    },
    { ask: 'GET /v1/dogs/10/picture', status: 200, type: 'image/png' },
  ],
  { unknownKeys: 'improvise' },
);
