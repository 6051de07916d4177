import { checks } from './programs.ts';

/** Programs of users of `stuntdouble/client`, as those of `programs.ts`. */

/** A client of the control API in another process. */
export const client: string = `import { connect, Refusal } from 'stuntdouble/client';

const calls = await connect('http://127.0.0.1:4010').world('a');
const { status } = await calls.call('GET /health');
const ok: 'ok' = status;
await calls.call('GET /state/{collection}', { path: { collection: 'boxes' } });
await calls.call('POST /overrides', { body: { operation: 'getBox', reply: { patch: { name: 'x' } } } });
await calls.call('GET /requests', { query: { limit: 1 } });
void ok;
void new Refusal(404, 'gone').status;
// @ts-expect-error An unknown path.
await calls.call('GET /helth');
// @ts-expect-error An unknown parameter.
await calls.call('GET /state/{collection}', { path: { collections: 'boxes' } });
// @ts-expect-error
await calls.call('GET /requests', { query: { limits: 1 } });
// @ts-expect-error A body of another form.
await calls.call('POST /overrides', { body: { operation: 7 } });
`;

/** The worlds of a server elsewhere, with the types of the contract. */
export const remote: string = `import { createMock } from 'stuntdouble';
import { connect, tellWorld } from 'stuntdouble/client';
import type { Contract } from './lamps.d.ts';
${checks}
const world = await connect('http://127.0.0.1:4010').world('a', { scenario: 'empty' });
const [box] = await world.records('boxes');
if (box) same<typeof box.name, string>(true);
await world.use({ operation: 'getBox', reply: { status: 404 } });
await world.verify({ operation: 'createBox', times: 1 });
const [sent] = await world.requests({ operation: 'createBox' });
if (sent) same<typeof sent.operation, string | undefined>(true);
const other = await connect<Contract>('http://127.0.0.1:4011').world();
await other.records('lamps');
const told: string = await tellWorld(world);
void told;
await tellWorld(other);
await tellWorld((await createMock()).world());
// @ts-expect-error An unknown collection.
await world.records('boxen');
await world.merge('boxes', [{ id: '1', name: 'x' }]);
await world.merge('boxes', [{ nam: 'x' }], { check: false });
// @ts-expect-error A misspelt member.
await world.merge('boxes', [{ id: '1', nam: 'x' }]);
// @ts-expect-error An unknown collection.
await world.seed({ count: { box: 3 } });
// @ts-expect-error A collection of another contract.
await other.records('boxes');
// @ts-expect-error An unknown operation.
await world.use({ operation: 'getBx' });
// @ts-expect-error A status that isn't declared.
await world.use({ operation: 'getBox', reply: { status: 418 } });
// @ts-expect-error An unknown operation.
await world.verify({ operation: 'createBx' });
`;
