import { describe, expect } from 'vitest';

import { playStory } from './play-story.ts';

const books = Array.from({ length: 25 }, (_, index) => ({
  id: `b${index + 1}`,
  title: `Title ${String.fromCodePoint(65 + index)}`,
  author: index % 5 === 0 ? 'Woolf' : 'Borges',
  year: 2000 - index,
}));
const ids = books.map(({ id }) => id);

describe('pages by number', () => {
  playStory(
    'have true numbers and links',
    'pages',
    [
      {
        ask: 'GET /books',
        status: 200,
        shows: ['/data', 'id', ids.slice(0, 10)],
        like: { meta: { page: 1, per_page: 10, total: 25, total_pages: 3 } },
        answers: {
          'x-total-count': '25',
          link: expect.stringMatching(/page=2[^>]*>; rel="next"/),
        },
      },
      {
        ask: 'GET /books?page=3',
        status: 200,
        shows: ['/data', 'id', ids.slice(20)],
        like: { meta: { page: 3, per_page: 10, total: 25, total_pages: 3 } },
        answers: { link: expect.not.stringContaining('rel="next"') },
      },
      { ask: 'GET /books?page=4', status: 200, like: { data: [], meta: { page: 4, total: 25 } } },
      { ask: 'GET /books?page=0', status: 400 },
      {
        ask: 'GET /books?per_page=20&page=2',
        status: 200,
        shows: ['/data', 'id', ids.slice(20)],
        like: { meta: { per_page: 20, total_pages: 2 } },
      },
      {
        ask: 'GET /books?author=Woolf',
        status: 200,
        shows: ['/data', 'id', ['b1', 'b6', 'b11', 'b16', 'b21']],
        like: { meta: { total: 5, total_pages: 1 } },
        answers: { 'x-total-count': '5' },
      },
      {
        ask: 'GET /books?author=Woolf&per_page=2',
        status: 200,
        answers: { link: expect.stringMatching(/author=Woolf/) },
      },
      {
        ask: 'GET /books?order_by=year&direction=asc&per_page=3',
        status: 200,
        shows: ['/data', 'id', ['b25', 'b24', 'b23']],
      },
      {
        ask: 'GET /books?order_by=title&direction=desc&per_page=2',
        status: 200,
        shows: ['/data', 'id', ['b25', 'b24']],
      },
      { ask: 'DELETE /books/b1', status: 200, like: { data: { id: 'b1', title: 'Title A' } } },
      {
        ask: 'GET /books',
        status: 200,
        shows: ['/data', 'id', ids.slice(1, 11)],
        like: { meta: { total: 24 } },
      },
    ],
    { fixtures: { books } },
  );

  playStory(
    'show records in an envelope of their own',
    'pages',
    [
      { ask: 'GET /books', status: 200, like: { data: [], meta: { total: 0, total_pages: 0 } } },
      {
        ask: 'POST /books',
        json: { book: { title: 'Orlando', author: 'Woolf', year: 1928 } },
        status: 201,
        like: { data: { title: 'Orlando', author: 'Woolf', year: 1928 } },
        keep: { id: '/data/id' },
      },
      { ask: 'GET /books/<id>', status: 200, like: { data: { id: '<id>', title: 'Orlando' } } },
      {
        ask: 'PUT /books/<id>',
        json: { book: { title: 'Flush', author: 'Woolf' } },
        status: 200,
        like: { data: { id: '<id>', title: 'Flush' } },
      },
      { ask: 'GET /books', status: 200, shows: ['/data', 'title', ['Flush']] },
    ],
    { fixtures: { books: [] } },
  );
});

const customers = ['c1', 'c2', 'c3', 'c4', 'c5'].map((id, index) => ({
  id,
  object: 'customer',
  created: 1_700_000_000 + index,
  email: `${id}@example.test`,
  livemode: false,
}));

describe('pages after a record', () => {
  playStory(
    'begin behind it, and end in front of it',
    'forms',
    [
      {
        ask: 'GET /v1/customers?limit=2',
        status: 200,
        shows: ['/data', 'id', ['c1', 'c2']],
        like: { object: 'list', has_more: true },
      },
      {
        ask: 'GET /v1/customers?limit=2&starting_after=c2',
        status: 200,
        shows: ['/data', 'id', ['c3', 'c4']],
        like: { has_more: true },
      },
      {
        ask: 'GET /v1/customers?limit=2&starting_after=c4',
        status: 200,
        shows: ['/data', 'id', ['c5']],
        like: { has_more: false },
      },
      {
        ask: 'GET /v1/customers?limit=2&ending_before=c4',
        status: 200,
        shows: ['/data', 'id', ['c2', 'c3']],
      },
      {
        ask: 'GET /v1/customers?email=c3@example.test',
        status: 200,
        shows: ['/data', 'id', ['c3']],
        like: { has_more: false },
      },
      { ask: 'DELETE /v1/customers/c3', status: 200, like: { id: 'c3', deleted: true } },
      {
        ask: 'GET /v1/customers?limit=2&starting_after=c2',
        status: 200,
        shows: ['/data', 'id', ['c4', 'c5']],
        like: { has_more: false },
      },
    ],
    { fixtures: { customers } },
  );
});

const documents = ['d1', 'd2', 'd3', 'd4', 'd5'].map((id) => ({
  id,
  title: `About ${id}`,
  updated_at: '2026-01-01T00:00:00Z',
}));

describe('pages by a token', () => {
  playStory(
    'go on where the one before ended, also while records come and go',
    'versions',
    [
      {
        ask: 'GET /documents?page_size=2',
        status: 200,
        shows: ['/documents', 'id', ['d1', 'd2']],
        like: { total_size: 5 },
        keep: { token: '/next_page_token' },
      },
      { ask: 'DELETE /documents/d1', status: 204 },
      {
        ask: 'GET /documents?page_size=2&page_token=<token>',
        status: 200,
        shows: ['/documents', 'id', ['d3', 'd4']],
        like: { total_size: 4 },
        keep: { token: '/next_page_token' },
      },
      { ask: 'DELETE /documents/d4', status: 204 },
      {
        ask: 'GET /documents?page_size=2&page_token=<token>',
        status: 200,
        shows: ['/documents', 'id', ['d5']],
      },
      { ask: 'GET /documents?page_size=2&page_token=nonsense', status: [400, 422] },
    ],
    { fixtures: { documents } },
  );
});

const articles = ['a1', 'a2', 'a3'].map((id) => ({
  id,
  type: 'articles',
  attributes: { title: `On ${id}` },
}));

describe('pages of JSON:API', () => {
  playStory(
    'have links, and a total beside them',
    'json-api',
    [
      {
        ask: 'GET /articles?page[size]=2',
        status: 200,
        shows: ['/data', 'id', ['a1', 'a2']],
        like: { meta: { total: 3 }, links: { next: expect.stringContaining('page') } },
        keep: { next: '/links/next' },
      },
      {
        ask: 'GET /articles?page[size]=2&page[number]=2',
        status: 200,
        shows: ['/data', 'id', ['a3']],
        like: { meta: { total: 3 } },
      },
      { ask: 'GET /articles?filter[title]=On+a2', status: 200, shows: ['/data', 'id', ['a2']] },
    ],
    { fixtures: { articles } },
  );
});
