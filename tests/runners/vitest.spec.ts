import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { makeProject } from './run-vitest.ts';

/** The configuration of a project. */
function configure(options: string, test = ''): string {
  return `import { stuntdouble } from 'stuntdouble/vitest/plugin';
import { defineConfig } from 'vitest/config';

export default defineConfig({ plugins: [stuntdouble(${options})], test: { ${test} } });
`;
}

const create = `
async function create(mock, item) {
  return mock.fetch('/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ item }),
  });
}`;

describe('a project with the plugin', () => {
  it('has one server, and a world for each test', async () => {
    const parallel = `
import { expect, test } from 'stuntdouble/vitest';
import { inject } from 'vitest';
${create}
console.log('server', inject('stuntdouble').url);
for (const item of ['a', 'b', 'c', 'd']) {
  test.concurrent('keeps an order: ' + item, async ({ mock }) => {
    const before = await mock.records('orders');
    for (let count = 1; count <= 5; count += 1) {
      expect((await create(mock, item)).status).toBe(201);
      expect((await mock.records('orders')).length).toBe(before.length + count);
    }
    expect(mock.name).toMatch(/^keeps-an-order-[a-d]-[0-9a-f]{8}$/);
  });
}
`;
    const sequential = `
import { describe, expect, test } from 'stuntdouble/vitest';
import { connect } from 'stuntdouble/client';
import { inject } from 'vitest';
console.log('server', inject('stuntdouble').url);
let tries = [];
const worlds = async () =>
  (await connect(inject('stuntdouble').url).call('GET /worlds'))
    .map(({ name }) => name)
    .filter((name) => name.startsWith('tried-again'));
test('tried again', { retry: 1 }, async ({ mock }) => {
  tries = [...tries, mock.name];
  expect(await worlds()).toEqual([mock.name]);
  expect(tries.length).toBe(2);
});
test('its worlds are gone', async () => {
  expect(new Set(tries).size).toBe(2);
  expect(await worlds()).toEqual([]);
});
test.beforeEach(async ({ mock }) => {
  await mock.replace('orders', []);
});
test.for([1, 2])('hooks and own fixtures have the same world %i', async (number, { mock }) => {
  expect(await (await mock.fetch('/orders')).json()).toEqual([]);
});
test.extend({ shop: ({ mock }, use) => use(mock.url) })('an own fixture', ({ shop, mock }) => {
  expect(shop).toBe(mock.url);
});
test('世界', async ({ mock }) => {
  expect(mock.name).toMatch(/^test-/);
});
describe('in 2030', () => {
  test.override({ mockWorld: { now: '2030-01-01T00:00:00Z', frozen: true } });
  test('the clock stands still', async ({ mock }) => {
    expect(await mock.now()).toEqual(new Date('2030-01-01T00:00:00Z'));
  });
});
`;
    const project = await makeProject({
      'vitest.config.js': configure("{ contract: 'shop.yaml' }", 'maxWorkers: 2'),
      'parallel.test.js': parallel,
      'sequential.test.js': sequential,
    });
    const { code, output } = await project.vitest('run', '--reporter', 'verbose');
    expect(output).toContain('Tests  11 passed (11)');
    expect(output).not.toContain('stuntdouble:');
    const urls = [...output.matchAll(/^server (.+)$/gm)].map(([, url]) => url);
    expect([urls.length, new Set(urls).size, code]).toEqual([2, 1, 0]);
  });

  it('tells below a failed assertion what happened in the world of the test', async () => {
    const project = await makeProject({
      'vitest.config.js': configure("{ contract: 'shop.yaml', failOn: ['violations'] }"),
      'orders.test.js': `
import { expect, test } from 'stuntdouble/vitest';
${create}
test('takes an order', async ({ mock }) => {
  await create(mock, 'kettle');
  const reply = await create(mock, 7);
  expect(reply.status).toBe(201);
});
test('asks nothing', async ({ mock }) => {
  expect(mock.url).toBe('');
});
test('has no world', () => {
  expect(1).toBe(2);
});
test('is refused itself', async ({ mock }) => {
  await mock.merge('kettles', []);
});
`,
    });
    const reporters = ['--reporter', 'default', '--reporter', 'junit', '--reporter', 'json'];
    const files = ['--outputFile.junit', 'report.xml', '--outputFile.json', 'report.json'];
    const { code, output } = await project.vitest('run', ...reporters, ...files);
    expect(code).toBe(1);
    const [, first = '', second = '', third = '', fourth = ''] = output.split(' FAIL ');
    const report = [
      /Caused by: Stuntdouble: The requests in its world "takes-an-order-[0-9a-f]{8}":/,
      /  POST \/orders 201, createOrder, changed 1 record/,
      /  POST \/orders 422, createOrder, refused/,
      /      At fault is body \/item: must be a string, but is the number 7\./,
      /  \+ orders \d+ \{.*"item":"kettle"/,
    ];
    const places = [/expected 422 to be 201/, /\n\+ 422\n/, ...report].map((line) =>
      first.search(line),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(second).toMatch(/No request came to its world "asks-nothing-[0-9a-f]{8}"\. If one /);
    expect(fourth).toMatch(/No request came to its world "is-refused-itself-[0-9a-f]{8}"\.\n/);
    expect(third).not.toContain('Stuntdouble');
    expect(output).toContain('failed: violations: 1 violation\n');
    for (const name of ['report.xml', 'report.json'])
      expect(await readFile(join(project.folder, name), 'utf8')).toContain(
        'At fault is body /item: must be a string, but is the number 7.',
      );
  });

  it('fails by its gates where all tests pass, and writes the report', async () => {
    const project = await makeProject({
      'vitest.config.js': configure(
        "{ contract: 'shop.yaml', minCoverage: 'operations=100', format: ['json=report.json'] }",
      ),
      'orders.test.js': `
import { expect, test } from 'stuntdouble/vitest';
test('lists orders', async ({ mock }) => {
  expect((await mock.fetch('/orders')).status).toBe(200);
});
`,
    });
    const { code, output } = await project.vitest('run');
    expect(output).toContain('Tests  1 passed (1)');
    expect(output).toContain('failed: operations: 12.5 % of operations, 100 % wanted\n');
    expect(output).toContain('its gates fail this run');
    expect(code).toBe(1);
    const report: unknown = JSON.parse(await readFile(join(project.folder, 'report.json'), 'utf8'));
    expect(report).toMatchObject({ totals: { operations: { covered: 1 } } });
  });

  it('starts nothing for a list of tests, and tells what is wrong with the contract', async () => {
    const project = await makeProject({
      'vitest.config.js': configure("{ contract: 'shopp.yaml' }"),
      'orders.test.js': `
import { test } from 'stuntdouble/vitest';
test('lists orders', () => {});
`,
    });
    expect(await project.vitest('list')).toEqual({
      code: 0,
      output: 'orders.test.js > lists orders\n',
    });
    const { code, output } = await project.vitest('run');
    expect(code).toBe(1);
    expect(output).toMatch(/^StartError: .*shopp\.yaml: can not be read: there is no such file/m);
    expect(output).not.toContain('dist/');
  });

  it('judges each run of the watch mode by itself', async () => {
    const write = (item: string): string => `
import { expect, test } from 'stuntdouble/vitest';
${create}
test('asks', async ({ mock }) => {
  expect((await create(mock, ${item})).status).toBeGreaterThan(200);
});
`;
    const project = await makeProject({
      'vitest.config.js': configure("{ contract: 'shop.yaml', failOn: ['violations'] }"),
      'orders.test.js': write('7'),
    });
    const watch = project.watch();
    const waiting = 'Waiting for file changes';
    expect(await watch.until(waiting)).toContain('failed: violations: 1 violation');
    await writeFile(join(project.folder, 'orders.test.js'), write("'kettle'"));
    await watch.until('RERUN');
    const again = await watch.until(waiting);
    expect(again).toContain('Tests  1 passed (1)');
    expect(again).not.toContain('violation');
  });

  it('says in watch mode that the contract was loaded again, or why not', async () => {
    const project = await makeProject({
      'vitest.config.js': configure("{ contract: 'shop.yaml' }"),
      'orders.test.js': `
import { expect, test } from 'stuntdouble/vitest';
test('asks', async ({ mock }) => {
  expect((await mock.fetch('/orders')).status).toBe(200);
});
`,
    });
    const contract = join(project.folder, 'shop.yaml');
    const text = await readFile(contract, 'utf8');
    const watch = project.watch();
    expect(await watch.until('Waiting for file changes')).not.toContain('stuntdouble:');
    await writeFile(contract, `${text}\n# changed`);
    await watch.until('stuntdouble: loaded again; the state was kept\n');
    await writeFile(contract, 'openapi: 4');
    await watch.until('stuntdouble: not loaded; the last good version goes on:\n');
  });

  it('has one server for the projects that take the plugin from the root', async () => {
    const asks = `
import { expect, test } from 'stuntdouble/vitest';
import { inject } from 'vitest';
console.log('server', inject('stuntdouble').url);
test('asks', async ({ mock }) => {
  expect((await mock.fetch('/orders')).status).toBe(200);
});
`;
    const projects = ['one', 'two', 'own'].map(
      (name) => `{ extends: true, test: { name: '${name}', include: ['${name}.test.js'] },
        plugins: ${name === 'own' ? "[stuntdouble({ contract: 'shop.yaml', seed: '2' })]" : '[]'} }`,
    );
    const project = await makeProject({
      'vitest.config.js': configure("{ contract: 'shop.yaml' }", `projects: [${projects.join()}]`),
      'one.test.js': asks,
      'two.test.js': asks,
      'own.test.js': asks,
    });
    const { code, output } = await project.vitest('run');
    expect(output).toContain('Tests  3 passed (3)');
    const urls = [...output.matchAll(/^server (.+)$/gm)].map(([, url]) => url);
    expect([urls.length, new Set(urls).size, code]).toEqual([3, 2, 0]);
  });

  it('ends at once where one of its servers can not start', async () => {
    const project = await makeProject({
      'vitest.config.js': `export default { test: { projects: ['one', 'two'] } };`,
      'one/vitest.config.js': configure("{ contract: '../shop.yaml' }"),
      'one/asks.test.js': `import { test } from 'stuntdouble/vitest';\ntest('asks', () => {});`,
      'two/vitest.config.js': configure('{ seed: 2 }'),
      'two/asks.test.js': `import { test } from 'stuntdouble/vitest';\ntest('asks', () => {});`,
    });
    const { code, output } = await project.vitest('run');
    expect(output).toContain('the option "seed" must be a text, not 2');
    expect(output).not.toContain('close timed out');
    expect(code).toBe(1);
  });

  it('has a server for each project that has the plugin', async () => {
    const test = `
import { expect, test } from 'stuntdouble/vitest';
test('asks', async ({ mock }) => {
  const { status } = await mock.fetch(import.meta.url.includes('/two/') ? '/lamps' : '/orders');
  expect(status).toBe(200);
});
`;
    const lamps = {
      openapi: '3.1.0',
      info: { title: 'Lamps', version: '1' },
      paths: { '/lamps': { get: { responses: { 200: { description: 'All' } } } } },
    };
    const project = await makeProject({
      'vitest.config.js': `export default { test: { projects: ['one', 'two', 'three'] } };`,
      'one/vitest.config.js': configure("{ contract: '../shop.yaml' }"),
      'one/asks.test.js': test,
      'two/vitest.config.js': configure(`{ contract: 'lamps.json' }`),
      'two/lamps.json': JSON.stringify(lamps),
      'two/asks.test.js': test,
      'three/vitest.config.js': 'export default {};',
      'three/asks.test.js': test,
    });
    const { code, output } = await project.vitest('run');
    expect(output).toContain('Tests  1 failed | 2 passed (3)');
    expect(output).toContain(' FAIL  |three| asks.test.js > asks');
    expect(output).toContain("this test has no server: add stuntdouble({ contract: '…' })");
    expect(code).toBe(1);
  });
});
