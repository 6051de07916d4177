import { describe, expect } from 'vitest';

import { playStory } from './play-story.ts';

const fixtures = { documents: [] };
const tag = expect.stringMatching(/^(W\/)?".+"$/);
const patchType = { 'content-type': 'application/json-patch+json' };
const mergeType = { 'content-type': 'application/merge-patch+json' };
const draft = { title: 'Plan', text: 'First', tags: ['a', 'b'] };

describe('a condition', () => {
  playStory(
    'tells whether a record is still what it was',
    'versions',
    [
      {
        ask: 'POST /documents',
        json: draft,
        status: 201,
        answers: { etag: tag },
        keep: { id: '/id', first: 'etag' },
      },
      { ask: 'GET /documents/<id>', status: 200, answers: { etag: '<first>' } },
      {
        ask: 'GET /documents/<id>',
        headers: { 'if-none-match': '<first>' },
        status: 304,
        text: /^$/,
      },
      { ask: 'GET /documents/<id>', headers: { 'if-none-match': 'W/<first>' }, status: 304 },
      { ask: 'GET /documents/<id>', headers: { 'if-none-match': '"x", <first>' }, status: 304 },
      { ask: 'GET /documents/<id>', headers: { 'if-none-match': '*' }, status: 304 },
      { ask: 'GET /documents/<id>', headers: { 'if-none-match': '"x"' }, status: 200 },
      {
        ask: 'PUT /documents/<id>',
        json: { title: 'Plan B' },
        headers: { 'if-match': '<first>' },
        status: 200,
        answers: { etag: tag },
        keep: { second: 'etag' },
      },
      {
        ask: 'PUT /documents/<id>',
        json: { title: 'Plan C' },
        headers: { 'if-match': '<first>' },
        status: 412,
      },
      { ask: 'GET /documents/<id>', status: 200, like: { title: 'Plan B' } },
      { ask: 'GET /documents/<id>', headers: { 'if-none-match': '<first>' }, status: 200 },
      {
        ask: 'PATCH /documents/<id>',
        json: { title: 'Plan D' },
        headers: { ...mergeType, 'if-match': '*' },
        status: 200,
        like: { title: 'Plan D' },
        keep: { third: 'etag' },
      },
      { ask: 'DELETE /documents/<id>', headers: { 'if-match': '<second>' }, status: 412 },
      { ask: 'GET /documents/<id>', status: 200, answers: { etag: '<third>' } },
      { ask: 'DELETE /documents/<id>', headers: { 'if-match': '<third>' }, status: 204 },
      { ask: 'GET /documents/<id>', headers: { 'if-none-match': '<third>' }, status: 404 },
    ],
    { fixtures },
  );
});

describe('a patch', () => {
  playStory(
    'is what its media type says',
    'versions',
    [
      { ask: 'POST /documents', json: draft, status: 201, keep: { id: '/id' } },
      {
        ask: 'PATCH /documents/<id>',
        json: [
          { op: 'test', path: '/title', value: 'Plan' },
          { op: 'replace', path: '/title', value: 'Scheme' },
          { op: 'add', path: '/tags/1', value: 'x' },
          { op: 'remove', path: '/text' },
        ],
        headers: patchType,
        status: 200,
        is: { id: '<id>', title: 'Scheme', tags: ['a', 'x', 'b'], updated_at: expect.any(String) },
      },
      {
        ask: 'PATCH /documents/<id>',
        json: [
          { op: 'replace', path: '/title', value: 'Never' },
          { op: 'test', path: '/title', value: 'Plan' },
        ],
        headers: patchType,
        status: 409,
      },
      {
        ask: 'PATCH /documents/<id>',
        json: [{ op: 'remove', path: '/nowhere' }],
        headers: patchType,
        status: [400, 409, 422],
      },
      { ask: 'GET /documents/<id>', status: 200, like: { title: 'Scheme', tags: ['a', 'x', 'b'] } },
      {
        ask: 'PATCH /documents/<id>',
        json: { tags: null, text: 'Second' },
        headers: mergeType,
        status: 200,
        is: { id: '<id>', title: 'Scheme', text: 'Second', updated_at: expect.any(String) },
      },
    ],
    { fixtures },
  );
});

describe('a request that is sent again', () => {
  playStory(
    'is done once',
    'versions',
    [
      {
        ask: 'POST /documents',
        json: draft,
        headers: { 'idempotency-key': 'k1' },
        status: 201,
        keep: { id: '/id', at: 'location' },
      },
      {
        ask: 'POST /documents',
        json: draft,
        headers: { 'idempotency-key': 'k1' },
        status: 201,
        like: { id: '<id>', title: 'Plan' },
        answers: { location: '<at>' },
      },
      { ask: 'GET /documents', status: 200, shows: ['/documents', 'id', ['<id>']] },
      {
        ask: 'POST /documents',
        json: { title: 'Another' },
        headers: { 'idempotency-key': 'k1' },
        status: [409, 422],
      },
      {
        ask: 'POST /documents',
        json: draft,
        headers: { 'idempotency-key': 'k2' },
        status: 201,
        keep: { other: '/id' },
      },
      { ask: 'GET /documents', status: 200, shows: ['/documents', 'id', ['<id>', '<other>']] },
    ],
    { fixtures },
  );
});
