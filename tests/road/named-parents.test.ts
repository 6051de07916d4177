import { describe, expect, it } from 'vitest';

import { textOf } from '../../src/base/json.ts';
import { openRoad } from './open-road.ts';
import { answer, arrayOf, memberOf, object, text, whole } from './record-kinds.ts';
import { body, parameter } from './shop.ts';

describe('a member whose name shortens that of its parent', () => {
  it('files a record below it', async () => {
    const notice = object({ id: whole, appid: whole, text }, ['id', 'appid']);
    const shown = { $ref: '#/components/schemas/Notice' };
    const sent = { requestBody: body(object({ appid: whole, text })) };
    const road = await openRoad({
      components: { schemas: { Notice: notice } },
      paths: {
        '/applications': {
          post: {
            requestBody: body(object({ name: text })),
            responses: answer('201', object({ id: whole, name: text })),
          },
        },
        '/applications/{id}': {
          parameters: [parameter('id', whole)],
          get: { responses: answer('200', object({ id: whole, name: text })) },
        },
        '/applications/{id}/notices': {
          parameters: [parameter('id', whole)],
          get: { responses: arrayOf(shown) },
        },
        '/notices': { post: { ...sent, responses: answer('201', shown) } },
        '/notices/{id}': {
          parameters: [parameter('id', whole)],
          get: { responses: answer('200', shown) },
        },
      },
    });
    const made = await road.send('POST', '/applications', { body: { name: 'Backup' } });
    const appid = memberOf(made.json, 'id') ?? 0;
    const sentNotice = await road.send('POST', '/notices', { body: { appid, text: 'Done.' } });
    expect((await road.send('GET', `/applications/${textOf(appid)}/notices`)).json).toEqual([
      sentNotice.json,
    ]);
  });
});

describe('a record that names its parent by another key than the path', () => {
  it('is listed, read and deleted below it', async () => {
    const dish = object({ id: text, slug: text, name: text }, ['id', 'slug', 'name']);
    const remark = object({ id: text, dishId: text, text }, ['id', 'dishId', 'text']);
    const shown = { $ref: '#/components/schemas/Remark' };
    const parameters = [parameter('slug', text)];
    const road = await openRoad({
      components: { schemas: { Remark: remark, Dish: dish } },
      paths: {
        '/dishes': {
          post: {
            requestBody: body(object({ name: text })),
            responses: answer('201', { $ref: '#/components/schemas/Dish' }),
          },
        },
        '/dishes/{slug}': {
          parameters,
          get: { responses: answer('200', { $ref: '#/components/schemas/Dish' }) },
        },
        '/dishes/{slug}/remarks': { parameters, get: { responses: arrayOf(shown) } },
        '/dishes/{slug}/remarks/{id}': {
          parameters: [...parameters, parameter('id', text)],
          get: { responses: answer('200', shown) },
          delete: { responses: { '204': { description: 'Gone.' } } },
        },
        '/remarks': {
          post: {
            requestBody: body(object({ dishId: text, text })),
            responses: answer('201', shown),
          },
        },
        '/remarks/{id}': {
          parameters: [parameter('id', text)],
          get: { responses: answer('200', shown) },
        },
      },
    });
    const stew = await road.send('POST', '/dishes', { body: { name: 'Stew' } });
    await road.send('POST', '/dishes', { body: { name: 'Cake' } });
    const sent = { dishId: memberOf(stew.json, 'id') ?? '', text: 'Good.' };
    const made = await road.send('POST', '/remarks', { body: sent });
    expect(made.json).toMatchObject(sent);
    expect((await road.send('GET', '/dishes/stew/remarks')).json).toEqual([made.json]);
    expect((await road.send('GET', '/dishes/cake/remarks')).json).toEqual([]);
    const place = `remarks/${textOf(memberOf(made.json, 'id') ?? '')}`;
    expect((await road.send('GET', `/dishes/stew/${place}`)).json).toEqual(made.json);
    expect((await road.send('DELETE', `/dishes/stew/${place}`)).status).toBe(204);
    expect((await road.send('GET', `/${place}`)).status).toBe(404);
  });
});

describe('a member that a request sets, called as the path calls the parent', () => {
  it('takes what the request says', async () => {
    const way = object({ wayKind: text, title: text });
    const parameters = [parameter('hall', text), parameter('way_kind', text)];
    const sent = { wayKind: 'stairs', text: 'To the street.' };
    const exit = object({ wayKind: text, text });
    const road = await openRoad({
      paths: {
        '/halls/{hall}/ways/{way_kind}': { parameters, get: { responses: answer('200', way) } },
        '/halls/{hall}/ways/{way_kind}/exit': {
          parameters,
          get: { responses: answer('200', exit) },
          put: { requestBody: body(exit), responses: answer('200', exit) },
        },
      },
    });
    expect(await road.send('PUT', '/halls/1/ways/lift/exit', { body: sent })).toMatchObject({
      status: 200,
      json: sent,
    });
    expect((await road.send('GET', '/halls/1/ways/lift/exit')).json).toEqual(sent);
  });
});
