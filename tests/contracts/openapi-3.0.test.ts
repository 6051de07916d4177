import { expect } from 'vitest';

import { playTable } from './play-table.ts';

const ann = { name: 'Ann', password: 'secret123' };

function isKind(animal: { readonly kind: string; readonly lives?: number }): boolean {
  return animal.kind === (animal.lives === undefined ? 'hound' : 'kitty');
}

playTable('openapi-3.0.yaml', [
  { ask: 'POST /accounts', json: ann, status: 201, about: 'a readOnly member may be missing' },
  { ask: 'POST /accounts', json: { ...ann, note: null }, status: 201 },
  { ask: 'POST /accounts', json: { ...ann, balance: null }, status: 201 },
  { ask: 'POST /accounts', json: { ...ann, name: null }, status: 400 },
  { ask: 'POST /accounts', json: { ...ann, balance: -1 }, status: 400 },
  { ask: 'POST /accounts', json: { ...ann, colour: 'red' }, status: 400 },
  { ask: 'POST /accounts', json: { name: 'Ann' }, status: 400, about: 'writeOnly is required' },
  { ask: 'POST /accounts', json: [], status: 400 },
  {
    ask: 'GET /accounts',
    status: 200,
    text: expect.not.stringContaining('password'),
    is: expect.toSatisfy((list: readonly unknown[]) => list.length >= 3),
  },
  { ask: 'GET /accounts/example', status: 200, is: { id: 1, name: 'Ann', balance: 0.5 } },
  { ask: 'POST /animals', json: { kind: 'kitty', lives: 9 }, status: 201 },
  { ask: 'POST /animals', json: { kind: 'hound', barks: true }, status: 201 },
  {
    ask: 'POST /animals',
    json: { kind: 'kitty', barks: true },
    status: 400,
    text: expect.stringContaining('lives'),
    about: 'held to the one that it names',
  },
  {
    ask: 'POST /animals',
    json: { kind: 'kitty', barks: true },
    status: 400,
    text: expect.not.stringMatching(/exactly one|oneOf/),
    about: 'said in a way that can be read',
  },
  {
    ask: 'POST /animals',
    json: { kind: 'hound', lives: 3 },
    status: 400,
    text: expect.stringContaining('barks'),
  },
  {
    ask: 'POST /animals',
    json: { kind: 'fish', lives: 3 },
    status: 400,
    text: expect.stringMatching(/kitty.*hound|hound.*kitty/),
    about: 'the kinds are named',
  },
  {
    ask: 'POST /animals',
    json: { lives: 3 },
    status: 400,
    text: expect.stringContaining('kind'),
  },
  {
    ask: 'GET /animals',
    status: 200,
    is: expect.toSatisfy((animals: readonly { kind: string }[]) => animals.every(isKind)),
  },
  { ask: 'GET /measures?above=0', status: 400 },
  { ask: 'GET /measures?above=0.1', status: 200 },
  { ask: 'GET /measures?above=10', status: 400 },
  { ask: 'GET /measures?closed=0', status: 200 },
  { ask: 'GET /measures?closed=-1', status: 400 },
  { ask: 'GET /measures', status: 200, like: { small: 5, step: 0.25 } },
  { ask: 'GET /schema-example', status: 200, is: { name: 'Eve' } },
]);
