import type { JsonValue } from '../base/json.ts';
import type { SeedDocument } from '../control/ports.ts';
import type { CollectionSummary } from '../control/collection-ports.ts';
import type { ClientPorts } from '../server/client-ports.ts';
import { readArranged } from '../server/control/grammar.ts';
import type { GivenMembers } from '../base/given.ts';
import { assertGiven, assertRecords, assertText } from '../base/given.ts';
import { showRecords } from '../server/server.ts';
import type { World } from '../store/worlds/world.ts';
import type {
  AnyContract,
  CollectionName,
  ContractTypes,
  MergedRecord,
  RecordOf,
  Typed,
  UsualContract,
  WrittenRecord,
} from './contract-types.ts';
import { inOwnNames } from './own-names.ts';

/** How to write records. */
export interface MockWriting<IsChecked extends boolean = boolean> {
  /** Whether the records must match the contract. Default: true. */
  readonly check?: IsChecked;
}

/** Records to add to a world. */
export type MockSeed<Known extends ContractTypes = UsualContract> = Typed<
  Known,
  SeedDocument,
  {
    /** By collection, as fixtures have them; none of them may exist yet. */
    readonly add?: {
      readonly [Name in CollectionName<Known>]?: readonly WrittenRecord<Known, Name>[];
    };
    /** By collection, how many to make up. The collection is complete from then on. */
    readonly count?: { readonly [Name in CollectionName<Known>]?: number };
  }
>;

/** What a world has of a collection: its stored records, and the made-up ones besides. */
export type MockCollection = CollectionSummary;

/** Reads and writes the records of a world. */
export interface MockRecords<Known extends ContractTypes> {
  /** The collections of the contract, and how many records of each there are. */
  collections(): readonly MockCollection[];
  /**
   * The records of a collection, each with the keys of its parents. Throws if the contract has no
   * such collection.
   */
  records<Name extends CollectionName<Known>>(collection: Name): readonly RecordOf<Known, Name>[];
  /** Replaces all records of a collection. Records below removed records are removed, too. */
  replace<Name extends CollectionName<Known>, IsChecked extends boolean = true>(
    collection: Name,
    records: readonly WrittenRecord<Known, Name, IsChecked>[],
    how?: MockWriting<IsChecked>,
  ): Promise<void>;
  /** Changes members of the records with these keys (RFC 7396), or creates the records. */
  merge<Name extends CollectionName<Known>, IsChecked extends boolean = true>(
    collection: Name,
    records: readonly MergedRecord<Known, Name, IsChecked>[],
    how?: MockWriting<IsChecked>,
  ): Promise<void>;
  /** Adds records that do not exist yet, and makes some up; returns the new ones. All or nothing. */
  seed(records: MockSeed<Known>): Promise<{
    readonly [Name in CollectionName<Known>]?: readonly RecordOf<Known, Name>[];
  }>;
  /** Removes a record and all below it. `parents` chooses among records with the same key. */
  remove(
    collection: CollectionName<Known>,
    key: string,
    parents?: Readonly<Record<string, string>>,
  ): Promise<void>;
}

/** The collections of a world. */
export function listCollections(
  world: World,
  { collections }: Pick<ClientPorts, 'collections'>,
): readonly MockCollection[] {
  return collections.names().map((name) => collections.summarise(world, name));
}

const collectionFirst = 'the name of a collection first';
const writingMembers: GivenMembers<MockWriting> = { check: 'boolean' };

/** `world` is called for each use. */
export function createMockRecords(
  world: () => World,
  ports: Pick<ClientPorts, 'records' | 'seed' | 'collections'>,
): MockRecords<AnyContract> {
  const { records: rewriting, seed } = ports;
  return {
    collections: () => listCollections(world(), ports),
    records: (collection) => showRecords(world(), collection),
    async replace(collection, records, how = {}) {
      assertText('replace', collectionFirst, collection);
      assertRecords('replace', records);
      assertGiven('replace', how, writingMembers);
      const { check = true } = how;
      const list = { collection, parents: {}, records, pointer: '' };
      await rewriting().replaceAll(world(), [list], check).commit();
    },
    async merge(collection, records, how = {}) {
      assertText('merge', collectionFirst, collection);
      assertRecords('merge', records);
      assertGiven('merge', how, writingMembers);
      const { check = true } = how;
      const list = { collection, parents: {}, records, pointer: '' };
      await rewriting().mergeAll(world(), [list], check).commit();
    },
    async seed(records) {
      const given: JsonValue = JSON.parse(JSON.stringify(records));
      const { shown, commit } = inOwnNames('seed', () =>
        seed(world(), readArranged('SeedWish', given)),
      );
      await commit();
      return shown;
    },
    async remove(collection, key, parents = {}) {
      assertText('remove', collectionFirst, collection);
      assertText('remove', 'the key of a record, as a text, behind the collection', key);
      await rewriting().drop(world(), { collection, key, parents }).commit();
    },
  };
}
