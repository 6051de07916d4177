import { Agent, request } from 'node:http';
import { join } from 'node:path';

import { writeFixtures } from '../fixtures.ts';
import { standIn } from '../ours.ts';
import type { Question } from '../questions.ts';
import { askPage, assetId, changeAsset } from '../questions.ts';
import type { Scene } from '../section.ts';
import type { Server } from '../server.ts';
import { startServer, waitUntilUp } from '../server.ts';
import { showCount, showMegabytes, showMilliseconds } from '../table.ts';
import { look, watched } from './soak.ts';

const milestones = [1000, 5000, 10_000];
const clients = 16;

/** Each visitor changes a record once, and has a world of its own from then on. */
export const visitorsScene: Scene = {
  name: 'visitors',
  about: '10,000 visitors, each with a world of its own: CPU and memory',
  async run(lab) {
    const fixtures = await writeFixtures(join(lab.folder, 'fixtures'));
    const probe = join(lab.folder, 'probe.json');
    const flags = ['--visitor-worlds', '--max-worlds=10001', ...operators];
    const server = await startServer(
      watched(standIn('Stuntdouble', fixtures, ...flags), probe),
      lab,
    );
    try {
      await waitUntilUp(server, askPage, 60_000);
      // What is compiled on first use is no cost of a world.
      await Promise.all(Array.from({ length: 2000 }, () => server.ask(askPage)));
      const first = await look(server, probe, 0);
      const rows = [['0', '', showMegabytes(first.heapUsed), '', showMegabytes(server.memory())]];
      let worlds = 0;
      for (const milestone of milestones) {
        const before = server.cpu();
        await visit(server, worlds, milestone);
        const used = server.cpu() - before;
        const { heapUsed } = await look(server, probe, milestone);
        const more = (heapUsed - first.heapUsed) / milestone;
        rows.push([
          showCount(milestone),
          showMilliseconds((used * 1000) / (milestone - worlds)),
          showMegabytes(heapUsed),
          `${(more / 1000).toFixed(1)} kB`,
          showMegabytes(server.memory()),
        ]);
        worlds = milestone;
      }
      return {
        title: 'A world for each visitor',
        text: `Each visitor changes one of 1,000 assets, which makes its world. The CPU is that of the change and of making the world.
The heap is what is left of it after a collection.`,
        tables: [
          {
            columns: ['worlds', 'CPU of a first change', 'heap', 'heap of a world', 'RSS'],
            rows,
          },
        ],
      };
    } finally {
      await server.end();
    }
  },
};

export const operators: readonly string[] = [
  '--control-token=a token of sixteen',
  '--trust-proxy=127.0.0.1',
];

export async function visit({ port }: Server, from: number, to: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  let next = from;
  const goOn = async (): Promise<void> => {
    for (let visitor = next++; visitor < to; visitor = next++)
      await change(agent, port, changeAsset(assetId(visitor % 1000), true), visitor);
  };
  await Promise.all(Array.from({ length: clients }, goOn));
  agent.destroy();
}

function change(agent: Agent, port: number, asked: Question, visitor: number): Promise<void> {
  const { method, path, body = '' } = asked;
  const headers = {
    ...asked.headers,
    'Content-Length': body.length,
    Cookie: `stuntdouble_visitor=${String(visitor).padStart(22, 'a')}`,
    'X-Forwarded-For': `10.0.${visitor >> 8}.${visitor & 255}`,
  };
  return new Promise((resolve, reject) => {
    const asking = request({ agent, host: '127.0.0.1', port, method, path, headers }, (reply) => {
      reply.resume();
      reply.on('end', () => {
        if (reply.statusCode === asked.status) resolve();
        else reject(new Error(`${reply.statusCode} instead of ${asked.status}`));
      });
    });
    asking.on('error', reject);
    asking.end(body);
  });
}
