import { ApiError } from '../../base/errors.ts';
import type { StoreEngine } from '../../store/shared/engine.ts';
import type { State } from '../../store/state/state.ts';
import { openInMemory } from '../data-folder.ts';
import type { Notice } from '../options/options.ts';
import type { Reloading } from '../reloading.ts';
import type { RequestCount } from './request-count.ts';
import type { Duties, Term } from './roles.ts';
import { numberOf } from './roles.ts';
import type { SharedResets } from './shared-resets.ts';
import type { SharedFolder } from './shared-folder.ts';
import { openSharedFolder } from './shared-folder.ts';
import type { KeptWorldsOptions, KeptWorlds } from './kept-worlds.ts';
import { openKeptWorlds } from './kept-worlds.ts';
import type { PlaceOptions } from './place-worlds.ts';

export interface DutyOptions extends Pick<PlaceOptions, 'worldIdle' | 'openRoom'> {
  /** Of the contract, the fixtures and the scenario that are served. */
  readonly fingerprint: string;
  readonly engine: StoreEngine;
  readonly reloading: Reloading;
  readonly requests: RequestCount;
  readonly resets: SharedResets;
  tell(this: void, level: Notice['level'], message: string): void;
  doubt(this: void, reason: string, epoch: string): void;
}

/** All that is stored, for one term. */
interface Shared {
  readonly folder: SharedFolder;
  readonly keptWorlds: KeptWorlds;
}

/** What the owner does: it keeps the state of the store in memory, and writes each change there. */
export function createDuties(options: DutyOptions): Duties {
  const { engine, reloading, requests, resets, tell, doubt: onDoubt } = options;
  let shared: Shared | undefined;
  const onNotice = (message: string): void => tell('warning', message);
  const baseNow = (): State => {
    const { blueprint, scenario } = reloading.runtime();
    return scenario?.base ?? blueprint.base;
  };
  const open = async (term: Term): Promise<void> => {
    const refuseLate = (): ApiError | undefined => (term.isHeld() ? undefined : refuseFormer());
    const base = baseNow();
    const report = { refuseLate, onDoubt, onNotice };
    const folder = await openSharedFolder({ engine, term, base, ...report });
    const kept = openWorlds(options, term, report);
    shared = { folder, keptWorlds: kept };
    const problem: SharedFolder['problem'] = async () => (await folder.problem()) ?? kept.problem();
    reloading.settle({ ...folder, problem }, { refuseLate, keeping: kept.keeping });
    await readOrEnd(kept);
    folder.sweep();
    resets.begin();
  };
  const letGo = (): void => {
    resets.end();
    shared?.keptWorlds.end();
    shared = undefined;
    // Clients that follow what happens find the next owner, and requests under way change nothing any more.
    reloading.watching.journal.close(false);
    reloading.runtime().worlds.main.retire();
    reloading.settle(openInMemory(baseNow()));
  };
  return {
    async begin(term) {
      await open(term);
      tell(
        'info',
        `this replica is the owner now (epoch ${numberOf(term.epoch)}): it answers for all`,
      );
    },
    async renew() {
      await shared?.folder.readAgain(refuseFormer());
      await shared?.keptWorlds.read();
      tell(
        'warning',
        'the state was read again from the store, since it was not known how a change has ended there',
      );
    },
    end(reason) {
      letGo();
      tell('warning', `this replica is not the owner any more: ${reason}`);
    },
    async finish() {
      await requests.over(longestFinish);
      await shared?.keptWorlds.finish();
      await shared?.folder.close();
      letGo();
    },
    follow: (url, isSame) => tell(isSame ? 'info' : 'warning', describeOwner(url, isSame)),
    tell: (message) => tell('warning', message),
  };
}

async function readOrEnd(kept: KeptWorlds): Promise<void> {
  try {
    await kept.read();
  } catch (error) {
    kept.end();
    throw error;
  }
}

function openWorlds(
  options: DutyOptions,
  term: Term,
  report: Pick<KeptWorldsOptions, 'refuseLate' | 'onDoubt' | 'onNotice'>,
): KeptWorlds {
  const { reloading } = options;
  return openKeptWorlds({
    ...options,
    ...report,
    coverage: reloading.watching.coverage,
    epoch: () => term.epoch,
    worlds: () => reloading.runtime().worlds,
    async beginWith({ name, document }, seed) {
      const own = reloading.runtime().scenario;
      // The fingerprint tells that it is the same.
      if (document === undefined && own) return own;
      const beginning = await reloading.scenarios().beginAgain(name, document ?? '', seed);
      reloading.watching.credentials.keep(beginning.credentials.map(({ value }) => value));
      return beginning;
    },
    shareScenarios: reloading.shareScenarios,
  });
}

function describeOwner(url: string, isSame: boolean): string {
  const passed = `requests are passed on to the owner, ${url}`;
  if (isSame) return passed;
  return `${passed}, which serves another contract or other fixtures: clients get those until it ends`;
}

/** In milliseconds. What takes longer is refused, so that the others need not wait for one slow client. */
const longestFinish = 2_000;

function refuseFormer(): ApiError {
  const detail =
    'This replica does not know whether it still is the owner, so what it has in memory may not be the latest. Nothing was changed.';
  return new ApiError('no-owner', detail, { headers: { 'Retry-After': '1' } });
}
