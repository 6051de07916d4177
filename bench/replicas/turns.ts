import type { Lab } from '../lab.ts';
import type { Store } from './store-process.ts';
import type { StoreCounts } from './store-counts.ts';
import { countEach, readStoreCounts } from './store-counts.ts';

/** Who works for a request: it answers, or passes on, or stores. */
export type Part = 'answers' | 'passesOn' | 'stores';

/** Processes that are asked for one kind of request. */
export interface Setting {
  readonly parts: readonly { readonly part: Part; cpu(this: void): number }[];
  readonly store?: Store;
  /** Another setting asks the same processes for the same. */
  readonly isWarmedByAnother?: boolean;
  fire(this: void, seconds: number): Promise<Fired>;
}

export interface Fired {
  readonly requests: number;
  /** How many of them went to a replica that passed them on. */
  readonly hops: number;
  /** Microseconds, as the client sees it. */
  readonly p50: number;
}

/** What one turn costs; CPU in microseconds for a request. */
export interface Turn extends Readonly<Record<Part, number>> {
  /** Requests in a second by the clock. */
  readonly throughput: number;
  readonly hops: number;
  readonly p50: number;
  /** Of the store, for each request. */
  readonly counts: StoreCounts;
}

/** As in rounds.ts: so long for each process, until it has compiled what it runs. */
const warmSeconds = 6;
/** On a machine whose other users leave the processes too little of it. */
const mostBursts = 8;
const mostWarmBursts = 90;

/** Each setting is warmed up, and then they take turns. The turns of one round stand at one index. */
export async function takeTurns(
  lab: Lab,
  named: ReadonlyMap<string, Setting>,
): Promise<ReadonlyMap<string, readonly Turn[]>> {
  const settings = [...named];
  const turns = new Map(settings.map(([name]) => [name, [] as Turn[]]));
  for (const [name, setting] of settings) {
    if (setting.isWarmedByAnother) continue;
    const working = setting.parts.filter(({ part }) => part !== 'stores').length;
    await turnOf(lab, setting, { cpu: warmSeconds * working, bursts: mostWarmBursts });
    lab.say(`  ${name}: is warm`);
  }
  for (let round = 0; round < lab.rounds; round += 1) {
    lab.say(`  round ${round + 1} of ${lab.rounds}`);
    for (let at = 0; at < settings.length; at += 1) {
      // Whose turn it is first changes.
      const [name = '', setting] = settings[(at + round) % settings.length] ?? [];
      const limits = { cpu: lab.seconds / 3, bursts: mostBursts };
      if (setting) turns.get(name)?.push(await turnOf(lab, setting, limits));
    }
  }
  return turns;
}

/** Bursts until the processes have used so much CPU, since the kernel counts it in hundredths of a second. */
async function turnOf(
  lab: Lab,
  setting: Setting,
  limits: { readonly cpu: number; readonly bursts: number },
): Promise<Turn> {
  const { parts, store, fire } = setting;
  const total = (): number => parts.reduce((sum, { cpu }) => sum + cpu(), 0);
  const look = async (): Promise<StoreCounts> =>
    store ? readStoreCounts(await store.info()) : none;
  const counted = await look();
  const before = parts.map(({ cpu }) => cpu());
  const [begin, used] = [performance.now(), total()];
  const fired: Fired[] = [];
  while (fired.length < limits.bursts && total() - used < limits.cpu) {
    fired.push(await fire(lab.seconds));
  }
  const seconds = (performance.now() - begin) / 1000;
  const after = parts.map(({ cpu }) => cpu());
  const sum = (key: 'requests' | 'hops'): number => fired.reduce((all, one) => all + one[key], 0);
  const requests = sum('requests');
  const cost = (part: Part): number =>
    parts.reduce((all, one, at) => {
      const more = (after[at] ?? 0) - (before[at] ?? 0);
      return one.part === part ? all + (more * 1e6) / requests : all;
    }, 0);
  return {
    answers: cost('answers'),
    passesOn: cost('passesOn'),
    stores: cost('stores'),
    throughput: requests / seconds,
    hops: sum('hops') / requests,
    p50: fired.reduce((all, { p50 }) => all + p50, 0) / fired.length,
    counts: countEach(counted, await look(), requests),
  };
}

const none: StoreCounts = { roundTrips: 0, received: 0, sent: 0 };
