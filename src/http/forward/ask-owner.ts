import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

import { codeOf, messageOf } from '../../base/errors.ts';
import type { Question } from './replica-hop.ts';
import { writeHop } from './replica-hop.ts';
import { hearReplica } from './replica-words.ts';

/** What the replica at a URL says. `problem`: of the owner that answered; empty: it has none. */
export type OwnerAnswer =
  | { readonly isReached: true; readonly problem: string }
  | { readonly isReached: false; readonly reason: string };

/** In milliseconds. */
const longestAnswer = 2000;

/** Asks the owner, where it says that it is. `place`: whether it is there; `writes`: whether it can store changes, too. */
export async function askOwner(
  url: string,
  question: Question,
  secret: string,
): Promise<OwnerAnswer> {
  const mark = randomUUID();
  const headers = ['Host', new URL(url).host, ...writeHop(secret, { mark, question })];
  try {
    return await new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(longestAnswer);
      const asked = request(new URL(url), { headers, agent: false, setHost: false, signal });
      asked.on('error', reject);
      asked.on('response', (reply) => {
        reply.on('error', reject);
        const word = hearReplica(reply, mark);
        if (word === 'owner') {
          text(reply).then((problem) => resolve({ isReached: true, problem }), reject);
          return;
        }
        asked.destroy();
        const other = word === undefined ? 'another server' : 'another replica';
        resolve({ isReached: false, reason: `${other} answers there` });
      });
      asked.end();
    });
  } catch (error) {
    const cause =
      error instanceof Error && error.name === 'AbortError' ? 'no answer' : codeOf(error);
    return { isReached: false, reason: cause ?? messageOf(error) };
  }
}
