import { messageOf } from '../../base/errors.ts';
import type { AnsweringPlace } from '../../http/forward/hand-over.ts';
import type { Claimant, Claimed, StoreEngine } from '../../store/shared/engine.ts';
import { describeFailure, failureIn } from '../../store/shared/failure.ts';
import type { Duties, Ownership } from './roles.ts';
import type { ReplicaClock } from './replica-clock.ts';
import { belief, machineClock, renewal, shortFailure, watch } from './replica-clock.ts';

export interface OwnershipOptions extends Omit<Claimant, 'generation' | 'url'> {
  readonly engine: StoreEngine;
  readonly duties: Duties;
  readonly clock?: ReplicaClock;
}

interface HeldTerm {
  epoch: string;
  until: number;
  isLoaded: boolean;
  /** Why its state may not be what is stored; undefined: it is. */
  doubt: string | undefined;
}

export function createOwnership(options: OwnershipOptions): Ownership {
  return new Replica(options);
}

class Replica implements Ownership {
  private readonly options: OwnershipOptions;
  private readonly listeners = new Set<() => void>();
  private term: HeldTerm | undefined;
  private known: AnsweringPlace = nowhere('this replica does not listen yet', false);
  private url = '';
  private claimed: Pick<Claimed, 'storeId' | 'secret' | 'generation'> | undefined;
  private readonly clock: ReplicaClock;
  private stopWaiting: () => void = ignore;
  private looking: Promise<void> | undefined;
  private loading: Promise<void> = Promise.resolve();
  private state: 'open' | 'leaving' | 'stopped' = 'open';
  private lastTold = '';
  /** Since when the store has not answered; undefined: it has. */
  private failingSince: number | undefined;

  constructor(options: OwnershipOptions) {
    this.options = options;
    this.clock = options.clock ?? machineClock;
  }

  readonly place = (): AnsweringPlace => {
    const { term } = this;
    if (!term) return this.known;
    if (this.isHeld(term) && term.isLoaded && this.state === 'open') return here;
    const reason = term.isLoaded
      ? 'the lease of this replica is in doubt'
      : 'the state is being loaded';
    return nowhere(reason, this.isStoreGone());
  };

  readonly absence = (): string | undefined => {
    const place = this.place();
    if (place.kind === 'nowhere') return place.reason;
    return place.kind === 'there' && place.isStoreGone ? 'the store can not be asked' : undefined;
  };

  readonly follow = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly join = (url: string): void => {
    this.url = url;
    this.known = nowhere('the store was not asked yet', false);
    this.hurry();
  };

  readonly secret = (): string => this.claimed?.secret ?? '';

  readonly hurry = (): void => {
    if (this.looking || this.url === '' || this.state === 'stopped') return;
    this.stopWaiting();
    void this.look();
  };

  readonly doubt = (reason: string, epoch: string): void => {
    // What a former load has left undone says nothing of the present one.
    if (this.term?.epoch !== epoch) return;
    this.term.doubt ??= reason;
    this.tellChange();
    this.hurry();
  };

  readonly leave = async (): Promise<void> => {
    this.state = 'leaving';
    this.tellChange();
    await this.looking;
    await this.loading;
    const { term } = this;
    if (!term) return;
    await this.options.duties.finish();
    this.term = undefined;
    this.known = nowhere('this replica is leaving', false);
    await this.options.engine.release(term.epoch).catch(ignore);
    this.tellChange();
    this.hurry();
  };

  readonly stop = (): void => {
    this.state = 'stopped';
    this.stopWaiting();
    this.tellChange();
  };

  /** A process that was paused fails at first, since its connection is gone. */
  private isStoreGone(): boolean {
    const { failingSince } = this;
    return failingSince !== undefined && this.clock.uptime() - failingSince > shortFailure;
  }

  private isHeld(term: HeldTerm): boolean {
    return term.doubt === undefined && this.clock.uptime() < term.until;
  }

  private tellChange(): void {
    this.listeners.forEach((listener) => listener());
  }

  private async look(): Promise<void> {
    let pause: number | undefined;
    this.looking = this.ask().then(
      (milliseconds) => void (pause = milliseconds),
      (error: unknown) => this.noteFailure(error),
    );
    await this.looking;
    this.looking = undefined;
    if (pause !== undefined) this.failingSince = undefined;
    if (this.state === 'stopped') return;
    // A doubt that came meanwhile waits for nothing.
    const isUrgent = pause !== undefined && this.term?.doubt !== undefined;
    this.stopWaiting = this.clock.after(isUrgent ? 0 : (pause ?? watch.nowhere), () => {
      void this.look();
    });
  }

  /** Resolves with how long to wait until the next look. */
  private async ask(): Promise<number> {
    const { term } = this;
    if (!term) return this.state === 'leaving' ? this.seek() : this.take();
    if (term.doubt !== undefined) return this.takeAgain(term, term.doubt);
    const asked = this.clock.uptime();
    const isKept = await this.options.engine.renew(this.claimant(), term.epoch);
    if (this.term !== term) return watch.nowhere;
    if (!isKept) {
      // Another replica may have taken over, or the store may have lost something: to take it again tells.
      term.doubt = 'the store does not have all that it has acknowledged';
      return 0;
    }
    term.until = asked + belief;
    return renewal;
  }

  private async take(): Promise<number> {
    const asked = this.clock.uptime();
    const claimed = await this.claim();
    if (claimed.outcome !== 'taken') return this.noteOther(claimed);
    this.open(claimed, asked);
    return renewal;
  }

  /** A leaving replica only looks who the next owner is. */
  private async seek(): Promise<number> {
    return this.noteOther(await this.options.engine.claim({ ...this.claimant(), generation: -1 }));
  }

  private async takeAgain(term: HeldTerm, reason: string): Promise<number> {
    const asked = this.clock.uptime();
    const before = this.claimed?.storeId;
    const claimed = await this.claim();
    if (claimed.outcome !== 'taken') {
      this.lose('another replica has taken over');
      return this.noteOther(claimed);
    }
    const isOther = before !== undefined && claimed.storeId !== before;
    if (isOther || !term.isLoaded) {
      // All that this replica holds, or is loading, is of a former time.
      this.lose(isOther ? 'the store is another one' : reason);
      this.open(claimed, asked);
      return renewal;
    }
    term.epoch = claimed.epoch;
    term.until = asked + belief;
    await this.options.duties.renew(reason);
    term.doubt = undefined;
    this.tellChange();
    return renewal;
  }

  /** Renewals go on while the state is loaded. */
  private open({ epoch }: Claimed, asked: number): void {
    const term: HeldTerm = { epoch, until: asked + belief, isLoaded: false, doubt: undefined };
    this.term = term;
    this.tellChange();
    this.loading = this.loading.then(() => this.load(term));
  }

  private async load(term: HeldTerm): Promise<void> {
    if (this.term !== term) return;
    const isHeld = (): boolean => this.term === term && this.isHeld(term);
    try {
      await this.options.duties.begin({
        get epoch() {
          return term.epoch;
        },
        isHeld,
      });
      if (this.term === term) {
        term.isLoaded = true;
        this.lastTold = '';
      } else this.options.duties.end('another replica has taken over');
    } catch (error) {
      if (this.term !== term) return;
      this.term = undefined;
      this.known = nowhere(`the state can not be loaded: ${messageOf(error)}`, false);
      this.tellOnce(`the state in the store can not be loaded: ${messageOf(error)}`);
      await this.options.engine.release(term.epoch).catch(ignore);
    }
    this.tellChange();
  }

  private lose(reason: string): void {
    const isLoaded = this.term?.isLoaded === true;
    this.term = undefined;
    this.known = nowhere(reason, false);
    if (isLoaded) this.options.duties.end(reason);
    this.tellChange();
  }

  private claimant(): Claimant {
    const { replica, fingerprint } = this.options;
    const { generation = 0 } = this.claimed ?? {};
    return { replica, url: this.url, fingerprint, generation };
  }

  private async claim(): Promise<Claimed> {
    const claimed = await this.options.engine.claim(this.claimant());
    const { storeId, secret, generation } = claimed;
    if (this.claimed && this.claimed.storeId !== storeId) this.options.duties.tell(otherStore);
    this.claimed = { storeId, secret, generation };
    return claimed;
  }

  private noteOther({ outcome, url, epoch, fingerprint }: Claimed): number {
    const before = this.known;
    const isOther = before.kind !== 'there' || before.epoch !== epoch;
    this.known =
      outcome === 'held'
        ? { kind: 'there', url, epoch, isStoreGone: false }
        : nowhere('a replica with a newer contract or newer fixtures is to take over', false);
    if (outcome === 'held' && isOther)
      this.options.duties.follow(url, fingerprint === this.options.fingerprint);
    if (outcome === 'outdated' || isOther) this.tellChange();
    return outcome === 'held' ? watch.there : watch.nowhere;
  }

  private noteFailure(error: unknown): void {
    const { term } = this;
    this.failingSince ??= this.clock.uptime();
    const reason = describeFailure(error);
    if (!failureIn(error)) this.tellOnce(`the store gave no useful answer: ${reason}`);
    if (term && !this.isHeld(term) && term.doubt === undefined) {
      // What it holds in memory may still be the latest: to take it again tells.
      term.doubt = 'the lease was over before it could be renewed';
      this.tellChange();
    }
    if (this.known.kind === 'nowhere') this.known = nowhere(reason, this.isStoreGone());
    else if (this.known.kind === 'there')
      this.known = { ...this.known, isStoreGone: this.isStoreGone() };
  }

  private tellOnce(message: string): void {
    if (message !== this.lastTold) this.options.duties.tell(message);
    this.lastTold = message;
  }
}

const here: AnsweringPlace = { kind: 'here' };

const otherStore =
  'the store was emptied, or is another one: what was in it is lost, and an empty one begins with the fixtures';

function nowhere(reason: string, isStoreGone: boolean): AnsweringPlace {
  return { kind: 'nowhere', reason, isStoreGone };
}

const ignore = (): void => undefined;
