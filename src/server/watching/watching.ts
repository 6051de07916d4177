import type { Contract } from '../../contract/compile.ts';
import { outlineChoices } from '../../contract/schema/choices.ts';
import { isSecretSchema } from '../../contract/schema/secret-members.ts';
import type { Item } from '../../store/record.ts';
import { showItem } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { Watched } from '../../traffic/answered.ts';
import type { Coverage } from '../../traffic/coverage/coverage.ts';
import { createCoverage } from '../../traffic/coverage/coverage.ts';
import type { Journal } from '../../traffic/journal/journal.ts';
import { createJournal } from '../../traffic/journal/journal.ts';
import type { ShownRecord } from '../../traffic/journal/noted-changes.ts';
import type { Secrets } from '../../traffic/redaction/found/secrets.ts';
import { findSecrets } from '../../traffic/redaction/found/secrets.ts';
import type { KnownCredentials } from '../../traffic/redaction/known-credentials.ts';
import { createKnownCredentials } from '../../traffic/redaction/known-credentials.ts';
import type { ServerOptions } from '../options/options.ts';
import type { Runtime } from '../runtime.ts';

/** Everything that observes requests: journal, coverage, and the secrets to hide. */
export interface Watching {
  readonly watchers: readonly ((watched: Watched) => void)[];
  readonly journal: Journal;
  /** Undefined: coverage is off. */
  readonly coverage: Coverage | undefined;
  /** All credentials that the server has ever known. */
  readonly credentials: KnownCredentials;
  /** Where requests and replies of the present contract have secrets. */
  secrets(this: void): Secrets;
  /** Ends the streams of clients that follow the journal. */
  close(this: void): void;
}

export interface WatchingOptions extends ServerOptions {
  /** Where other replicas reach this one; undefined: it has a state of its own. */
  readonly findReplicaUrl?: () => string | undefined;
}

export function openWatching(options: WatchingOptions, runtime: () => Runtime): Watching {
  const credentials = createKnownCredentials();
  if (options.controlToken !== undefined) credentials.keep([options.controlToken]);
  const secrets = rememberSecrets(() => runtime().blueprint.contract, credentials);
  const journal = openJournal(options, runtime, secrets);
  const coverage = options.coverage ? openCoverage(runtime, secrets, options) : undefined;
  return {
    watchers: [...(journal.isOn ? [journal.note] : []), ...(coverage ? [coverage.note] : [])],
    journal,
    coverage,
    credentials,
    secrets,
    close: () => journal.close(),
  };
}

function openCoverage(
  runtime: () => Runtime,
  secrets: () => Secrets,
  { findReplicaUrl }: WatchingOptions,
): Coverage {
  return createCoverage({
    ...(findReplicaUrl ? { findReplicaUrl } : {}),
    contract: () => runtime().blueprint.contract,
    secrets,
    choicesOf: ({ documents }, schema) => outlineChoices(documents, schema),
  });
}

/** Found once for each contract, since each request asks. */
function rememberSecrets(
  findContract: () => Contract,
  { texts: known }: KnownCredentials,
): () => Secrets {
  let contract: Contract | undefined;
  let found: Secrets | undefined;
  return () => {
    const current = findContract();
    if (!found || current !== contract) {
      contract = current;
      found = declareSecrets(current, known);
    }
    return found;
  };
}

function declareSecrets(
  { schemes, operations, documents }: Contract,
  known: KnownCredentials['texts'],
): Secrets {
  return findSecrets({
    schemes: schemes.values(),
    members: documents.secretMembers,
    names: documents.memberNames,
    parameters: operations.flatMap(({ parameters }) =>
      parameters.filter(({ schema }) => schema && isSecretSchema(documents.follow(schema)?.value)),
    ),
    operations,
    known,
  });
}

function openJournal(
  { journal, journalBytes }: ServerOptions,
  runtime: () => Runtime,
  secrets: () => Secrets,
): Journal {
  const numbers = createNumbers();
  const findNumber = (name: string): number | undefined => {
    const world = runtime().worlds.look(name)?.world;
    return world && numbers(world);
  };
  return createJournal({
    most: journal,
    bytes: journalBytes,
    secrets,
    findNumber,
    showRecord: (collection, item) => showRecord(runtime().blueprint.contract, collection, item),
    // A world that was dropped meanwhile has no number.
    numberOf: (name) => findNumber(name) ?? -1,
  });
}

/** A record of a collection that the contract no longer has is shown as it is. */
function showRecord({ collections }: Contract, name: string, item: Item): ShownRecord {
  const shape = collections.find((collection) => collection.name === name);
  if (!shape) return { keyName: '', parents: {}, flat: item.body };
  const parents = shape.parents.flatMap(({ parameter }, at): readonly [string, string][] => {
    const key = item.parents[at];
    return key === undefined ? [] : [[parameter, key]];
  });
  return {
    keyName: shape.key?.at(-1) ?? '',
    parents: Object.fromEntries(parents),
    flat: showItem(item, shape),
  };
}

/** Gives each world a number of its own, without keeping the world in memory. */
function createNumbers(): (world: World) => number {
  const numbers = new WeakMap<World, number>();
  let last = 0;
  return (world) => {
    const known = numbers.get(world);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(world, last);
    return last;
  };
}
