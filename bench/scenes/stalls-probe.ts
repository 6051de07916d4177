/** A thread that asks one GET after the other until it is told to end, and tells how long each took. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// What the scene beside it gives.
const { port, path } = workerData as { readonly port: number; readonly path: string };
const agent = new Agent({ keepAlive: true });
const state = { isOver: false };
parentPort?.once('message', () => (state.isOver = true));
const waits: number[] = [];
while (!state.isOver) {
  const begin = performance.now();
  await new Promise((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port, path, agent }, (incoming) => {
      incoming.resume().on('end', resolve);
    });
    outgoing.on('error', resolve).end();
  });
  waits.push(performance.now() - begin);
  await wait(5);
}
agent.destroy();
parentPort?.postMessage(waits, []);
