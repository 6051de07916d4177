import { describe, expect, it } from 'vitest';

import { hasBrowser, openPage, serve } from './browser.ts';

const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];
const text = { type: 'string' };

function makeContract() {
  const members = Object.fromEntries([
    ['id', text],
    ['name', text],
    ...names.map((one) => [one, text]),
  ]);
  const car = { type: 'object', required: ['id'], properties: members as object };
  const content = (schema: object) => ({ 'application/json': { schema } });
  return {
    openapi: '3.1.0',
    info: { title: 'Cars', version: '1' },
    paths: {
      '/cars': {
        get: {
          operationId: 'listCars',
          responses: {
            '200': { description: 'All.', content: content({ type: 'array', items: car }) },
          },
        },
        post: {
          operationId: 'makeCar',
          requestBody: { required: true, content: content(car) },
          responses: { '201': { description: 'Made.', content: content(car) } },
        },
      },
      '/cars/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: {
          operationId: 'getCar',
          responses: { '200': { description: 'It.', content: content(car) } },
        },
        put: {
          operationId: 'putCar',
          requestBody: { required: true, content: content(car) },
          responses: { '200': { description: 'It.', content: content(car) } },
        },
      },
    },
  };
}

async function openCars(): Promise<string> {
  const { consoleUrl, url } = await serve({ contract: makeContract() });
  for (const body of [
    '{"id":"c1","name":"plain"}',
    '{"id":"c2","name":"full","constructor":"Built"}',
  ]) {
    const headers = { 'Content-Type': 'application/json' };
    const reply = await fetch(`${url}/cars`, { method: 'POST', headers, body });
    expect(reply.status).toBe(201);
  }
  return consoleUrl;
}

describe.skipIf(!hasBrowser)('members of names that objects have anyway', () => {
  it('stand in the table, and are empty where a record lacks them', async () => {
    const page = await openPage(`${await openCars()}#/state/cars?made_up=false`);
    await page.getByText('plain', { exact: true }).waitFor();
    await page.getByText('Built', { exact: true }).waitFor();
    expect(await page.locator('main').innerText()).not.toContain('native code');
  });

  it('sort and filter it', async () => {
    const url = await openCars();
    const page = await openPage(`${url}#/state/cars?made_up=false&filter=constructor:is:Built`);
    await page.getByText('full', { exact: true }).waitFor();
    expect(await page.getByText('plain', { exact: true }).count()).toBe(0);
    await page.goto(`${url}#/state/cars?made_up=false&sort=-constructor`);
    await page.getByText('plain', { exact: true }).waitFor();
  });

  it('can be written in the form', async () => {
    const page = await openPage(`${await openCars()}#/state/cars/c1`);
    await page.getByLabel('constructor').first().waitFor();
    expect(await page.locator('.panel, .record-body').first().innerText()).not.toContain('native');
  });
});
