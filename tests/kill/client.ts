import type { Item, Model, Write } from './model.ts';
import { sharedId, toText } from './model.ts';
import type { Dice } from './random.ts';

export interface ClientOptions {
  readonly url: string;
  /** What it makes bears this name, so that no other client touches it. */
  readonly name: string;
  readonly model: Model;
  readonly dice: Dice;
  /** How much it writes into each item. */
  readonly fill: number;
  /** A number that nobody has had. */
  readonly nextNumber: () => number;
  /** Hears of each write that was answered. */
  readonly onWritten: () => void;
}

/** Writes and reads, one request after the other, until the server is gone; returns what went wrong before. */
export async function work(options: ClientOptions): Promise<string | undefined> {
  try {
    for (;;) {
      const isWrite = await doSomething(options);
      if (isWrite) options.onWritten();
    }
  } catch (error) {
    // What fetch throws when the connection breaks is a TypeError, a request without an end a TimeoutError.
    if (error instanceof Surprise) return error.message;
    return error instanceof TypeError ? undefined : String(error);
  }
}

class Surprise extends Error {}
/** It said that it is stopping. */
class Stopping extends TypeError {}

const mostItems = 8;

/** Whether it was a write. */
async function doSomething(options: ClientOptions): Promise<boolean> {
  const { dice, model, name } = options;
  const own = model.list('items').filter(([, item]) => ownerOf(item) === name);
  const entry = own[dice.below(own.length)];
  const chance = dice.next();
  if (!entry || (own.length < mostItems && chance < 0.2)) await create(options);
  else if (chance < 0.4) await replace(options, entry);
  else if (chance < 0.55) await change(options, entry);
  else if (chance < 0.7) await count(options);
  else if (chance < 0.8) await createPart(options, entry);
  else if (chance < 0.88) await remove(options, entry);
  else if (chance < 0.94) return readBack(options, entry);
  else return watch(options);
  return true;
}

type Entry = readonly [key: string, item: Item];

function ownerOf({ token }: Item): string | undefined {
  return String(token).split('-')[0];
}

function newItem({ name, fill, nextNumber }: ClientOptions): Item {
  const number = nextNumber();
  const text = fill === 0 ? {} : { fill: `${number} `.repeat(fill / 8) };
  return { token: `${name}-${number}`, count: number, echo: number, ...text };
}

async function create(options: ClientOptions): Promise<void> {
  const record = newItem(options);
  const write: Write = { changes: new Map(), made: { collection: 'items', record } };
  const reply = await send(options, write, 'POST', '/items', record);
  options.model.acknowledge(write, `items/${reply['id']}`);
}

async function createPart(options: ClientOptions, [key]: Entry): Promise<void> {
  const token = `${options.name}-${options.nextNumber()}`;
  const record = { token, item_id: key.slice('items/'.length) };
  const write: Write = { changes: new Map(), made: { collection: 'parts', record } };
  const reply = await send(options, write, 'POST', `/${key}/parts`, { token });
  options.model.acknowledge(write, `parts/${reply['id']}`);
}

async function replace(options: ClientOptions, [key]: Entry): Promise<void> {
  const record = newItem(options);
  await put(options, 'PUT', key, record, record);
}

async function change(options: ClientOptions, [key, item]: Entry): Promise<void> {
  const number = options.nextNumber();
  const changes = { count: number, echo: number };
  await put(options, 'PATCH', key, changes, { ...item, ...changes });
}

async function put(
  options: ClientOptions,
  method: string,
  key: string,
  ...[body, after]: [Item, Item]
): Promise<void> {
  const write: Write = { changes: new Map([[key, toText(after)]]), made: undefined };
  await send(options, write, method, `/${key}`, body);
  options.model.acknowledge(write);
}

/** In the item that all clients change at once. */
async function count(options: ClientOptions): Promise<void> {
  const { model, name } = options;
  const next = model.count(name) + 1;
  const write: Write = { changes: new Map([[`counters/${name}`, `${next}`]]), made: undefined };
  await send(options, write, 'PATCH', `/items/${sharedId}`, { [name]: next });
  model.acknowledge(write);
}

/** With all its parts. */
async function remove(options: ClientOptions, [key]: Entry): Promise<void> {
  const { model } = options;
  const parts = model
    .list('parts')
    .filter(([, { item_id: parent }]) => `items/${parent}` === key)
    .map(([part]) => part);
  const changes = new Map([key, ...parts].map((place) => [place, undefined]));
  const write: Write = { changes, made: undefined };
  await send(options, write, 'DELETE', `/${key}`);
  model.acknowledge(write);
}

async function readBack({ url, model }: ClientOptions, [key]: Entry): Promise<false> {
  const shown = await ask(`${url}/${key}`, 'GET');
  if (toText(shown) !== model.read(key)) throw new Surprise(`GET /${key} shows what is not so`);
  return false;
}

/** What others see of a change must last, too. */
async function watch({ url, model }: ClientOptions): Promise<false> {
  const shown = await ask(`${url}/items/${sharedId}`, 'GET');
  for (const [name, value] of Object.entries(shown)) model.see(name, Number(value));
  return false;
}

async function send(
  { url, model }: ClientOptions,
  write: Write,
  method: string,
  ...[path, body]: [path: string, body?: Item]
): Promise<Item> {
  model.begin(write);
  return ask(url + path, method, body);
}

async function ask(url: string, method: string, body?: Item): Promise<Item> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(20_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 503) throw new Stopping(text);
  if (!response.ok) throw new Surprise(`${method} ${url}: ${response.status} ${text}`);
  // A trust edge: the referee of what was said is the model.
  return text === '' ? {} : (JSON.parse(text) as Item);
}
