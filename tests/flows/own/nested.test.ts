import { describe, expect } from 'vitest';

import { playStory } from './play-story.ts';

const fixtures = {
  shops: [
    { id: 'north', name: 'North' },
    { id: 'south', name: 'South' },
  ],
  orders: [
    { id: 'o1', shop_id: 'north', express: false },
    { id: 'o2', shop_id: 'south', express: true },
  ],
  lines: [],
};

describe('a record under parents', () => {
  playStory(
    'is seen under its own, and by every view of its collection',
    'nested',
    [
      {
        ask: 'POST /shops/north/orders',
        json: { note: 'ring twice' },
        status: 201,
        is: { id: expect.any(String), shop_id: 'north', note: 'ring twice', express: false },
        keep: { order: '/id' },
      },
      { ask: 'GET /shops/north/orders/<order>', status: 200, like: { note: 'ring twice' } },
      { ask: 'GET /orders/<order>', status: 200, like: { id: '<order>', note: 'ring twice' } },
      { ask: 'GET /shops/south/orders/<order>', status: 404 },
      { ask: 'GET /shops/north/orders', status: 200, shows: ['', 'id', ['o1', '<order>']] },
      { ask: 'GET /shops/south/orders', status: 200, shows: ['', 'id', ['o2']] },
      { ask: 'GET /orders', status: 200, shows: ['', 'id', ['o1', 'o2', '<order>']] },
      { ask: 'GET /orders?shop_id=south', status: 200, shows: ['', 'id', ['o2']] },
      {
        ask: 'PATCH /shops/north/orders/<order>',
        json: { express: true },
        status: 200,
        like: { express: true, note: 'ring twice' },
      },
      { ask: 'GET /orders/<order>', status: 200, like: { express: true } },
      { ask: 'PATCH /shops/south/orders/<order>', json: { express: false }, status: 404 },
      { ask: 'DELETE /shops/south/orders/<order>', status: 404 },
      { ask: 'GET /orders/<order>', status: 200, like: { express: true } },
    ],
    { fixtures },
  );

  playStory(
    'has to have those',
    'nested',
    [
      { ask: 'GET /shops/west/orders', status: 404, text: /shops/ },
      { ask: 'POST /shops/west/orders', json: {}, status: 404, text: /west/ },
      { ask: 'GET /shops/west/orders/o1/lines', status: 404, text: /west/ },
      { ask: 'GET /shops/north/orders/o2/lines', status: 404, text: /o2/ },
      {
        ask: 'POST /shops/north/orders/o9/lines',
        json: { article: 'a', quantity: 1 },
        status: 404,
        text: /o9/,
      },
      { ask: 'GET /orders', status: 200, shows: ['', 'id', ['o1', 'o2']] },
    ],
    { fixtures },
  );

  playStory(
    'has a key among its siblings only',
    'nested',
    [
      {
        ask: 'POST /shops/north/orders/o1/lines',
        json: { article: 'tea', quantity: 2 },
        status: 201,
        is: { id: 1, article: 'tea', quantity: 2 },
      },
      {
        ask: 'POST /shops/south/orders/o2/lines',
        json: { article: 'rum', quantity: 3 },
        status: 201,
        is: { id: 1, article: 'rum', quantity: 3 },
      },
      { ask: 'GET /shops/north/orders/o1/lines', status: 200, shows: ['', 'article', ['tea']] },
      { ask: 'GET /shops/south/orders/o2/lines', status: 200, shows: ['', 'article', ['rum']] },
      {
        ask: 'PUT /shops/north/orders/o1/lines/1',
        json: { article: 'chai', quantity: 2 },
        status: 200,
        is: { id: 1, article: 'chai', quantity: 2 },
      },
      { ask: 'GET /shops/south/orders/o2/lines/1', status: 200, like: { article: 'rum' } },
      { ask: 'DELETE /shops/south/orders/o2/lines/1', status: 204 },
      { ask: 'GET /shops/north/orders/o1/lines/1', status: 200, like: { article: 'chai' } },
    ],
    { fixtures },
  );

  playStory(
    'goes with them',
    'nested',
    [
      {
        ask: 'POST /shops/north/orders/o1/lines',
        json: { article: 'tea', quantity: 2 },
        status: 201,
      },
      { ask: 'DELETE /shops/north', status: 204 },
      { ask: 'GET /shops/north', status: 404 },
      { ask: 'GET /shops/north/orders/o1', status: 404 },
      { ask: 'GET /shops/north/orders/o1/lines/1', status: 404 },
      { ask: 'GET /orders/o1', status: 404 },
      { ask: 'GET /orders', status: 200, shows: ['', 'id', ['o2']] },
      { ask: 'GET /shops', status: 200, shows: ['', 'id', ['south']] },
    ],
    { fixtures },
  );
});

describe('a record under parents that nobody has described', () => {
  playStory('stands under its own all the same', 'nested', [
    { ask: 'POST /shops', json: { name: 'East' }, status: 201, keep: { shop: '/id' } },
    { ask: 'POST /shops', json: { name: 'West' }, status: 201, keep: { other: '/id' } },
    {
      ask: 'POST /shops/<shop>/orders',
      json: { note: 'mine alone' },
      status: 201,
      like: { shop_id: '<shop>', note: 'mine alone' },
      keep: { order: '/id' },
    },
    { ask: 'GET /orders/<order>', status: 200, like: { shop_id: '<shop>', note: 'mine alone' } },
    {
      ask: 'GET /shops/<other>/orders',
      status: 200,
      like: expect.not.arrayContaining([expect.objectContaining({ note: 'mine alone' })]),
    },
    {
      ask: 'GET /orders',
      status: 200,
      like: expect.arrayContaining([expect.objectContaining({ note: 'mine alone' })]),
    },
    { ask: 'DELETE /shops/<shop>', status: 204 },
    { ask: 'GET /shops/<shop>/orders/<order>', status: 404 },
    { ask: 'GET /shops/<shop>/orders', status: 404 },
    { ask: 'GET /orders/<order>', status: 404 },
  ]);
});
