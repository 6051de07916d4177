import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';

const owner = {
  type: 'object',
  required: ['id', 'name', 'city'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    city: { type: 'string' },
    phone: { type: 'string' },
  },
};
const animal = {
  type: 'object',
  required: ['id', 'owner_id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    owner_id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
  },
};
const invoice = {
  type: 'object',
  required: ['id', 'owner_id', 'cents'],
  properties: {
    id: { type: 'integer' },
    owner_id: { type: 'integer' },
    cents: { type: 'integer', minimum: 0 },
  },
};

/** No value fits. */
const riddle = {
  type: 'object',
  required: ['id', 'size'],
  properties: { id: { type: 'integer' }, size: { type: 'integer', minimum: 5, maximum: 1 } },
};

/** Owners with animals below them, and invoices that speak of owners. */
export function clinic(): Promise<string> {
  const openapi = {
    openapi: '3.1.0',
    info: { title: 'Clinic', version: '1' },
    paths: {
      '/owners': { get: list(owner), post: write(owner, '201') },
      '/owners/{owner_id}': {
        parameters: [idIn('owner_id')],
        get: one(owner),
        patch: write({ ...owner, required: [] }, '200'),
        delete: { responses: { 204: { description: 'Gone' }, 404: { description: 'None' } } },
      },
      '/owners/{owner_id}/animals': {
        parameters: [idIn('owner_id')],
        get: list(animal),
        post: write(animal, '201'),
      },
      '/animals/{animal_id}': { parameters: [idIn('animal_id')], get: one(animal) },
      '/riddles': { get: list(riddle) },
      '/riddles/{riddle_id}': { parameters: [idIn('riddle_id')], get: one(riddle) },
      '/invoices': {
        get: {
          ...list(invoice),
          parameters: [{ name: 'owner_id', in: 'query', schema: { type: 'integer' } }],
        },
      },
    },
  };
  return writeFolder({ 'openapi.json': JSON.stringify(openapi) });
}

function idIn(name: string): object {
  return { name, in: 'path', required: true, schema: { type: 'integer' } };
}

function list(items: object): object {
  return { responses: { 200: answer({ type: 'array', items }) } };
}

function one(schema: object): object {
  return { responses: { 200: answer(schema), 404: { description: 'None' } } };
}

function write(schema: object, status: string): object {
  return {
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { [status]: answer(schema), 404: { description: 'None' } },
  };
}

function answer(schema: object): object {
  return { description: 'So', content: { 'application/json': { schema } } };
}
