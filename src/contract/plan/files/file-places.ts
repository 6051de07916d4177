import type { Operation } from '../../operations.ts';
import type { DescribeMore } from '../accounts/people.ts';
import type { Collection, Plan, Target } from '../plan.ts';
import type { Owners } from './file-owners.ts';
import { actOn, asSingleton, freeName, ownerOf, stepsOf } from './file-owners.ts';

interface PlaceGround {
  readonly plan: Plan;
  readonly owners: Owners;
  readonly giving: readonly Operation[];
  readonly free: (operation: Operation) => boolean;
  /** Whether the operation uploads a file of a record. */
  readonly isUsed: (operation: Operation) => boolean;
}

/** Operations at one path that names no record, of which one uploads a file and one downloads it. */
type Place = readonly [Operation, ...Operation[]];

export function findPlaces(
  taking: readonly Operation[],
  { plan, owners, giving, free, isUsed }: PlaceGround,
): readonly Place[] {
  const isOpen = (one: Operation): boolean =>
    free(one) && plan.targets.get(one)?.role === 'improvised' && !ownerOf(one, owners);
  const open = taking.filter((one) => isOpen(one) && !isUsed(one));
  const paths = new Set(open.map((one) => stepsOf(one).join('/')));
  return [...paths].flatMap((path): Place[] => {
    const isHere = (one: Operation): boolean => isOpen(one) && stepsOf(one).join('/') === path;
    const reading = giving.find(isHere);
    const removing = [...plan.targets.keys()].filter((one) => one.method === 'DELETE');
    return reading ? [[reading, ...open.filter(isHere), ...removing.filter(isHere)]] : [];
  });
}

/** The files of a path that names no record. */
export function targetPlace(
  [reading, ...others]: Place,
  describe: DescribeMore,
  taken: Set<string>,
): { readonly collection: Collection; readonly targets: ReadonlyMap<Operation, Target> } {
  const texts = stepsOf(reading).filter((step) => step !== '{}');
  const name = freeName(`${texts.join('.')}.files`, taken);
  const parents = reading.pathNames.map((parameter) => ({
    parameter,
    collection: undefined,
    member: undefined,
    isOptional: false,
  }));
  const collection: Collection = { ...describe(name, ['id']), ...asSingleton, parents };
  const named = { collection, key: undefined, parents: parents.map((_, index) => index) };
  const targetOf = (one: Operation): Target => {
    const kind = one === reading ? 'download' : one.method === 'DELETE' ? 'removal' : 'upload';
    const role = kind === 'download' ? 'read' : 'action';
    const why = 'a file is uploaded and downloaded here';
    return {
      ...actOn({ ...named, ancestors: [] }, role, why),
      file: { kind, collection, words: [], isExact: true },
    };
  };
  return { collection, targets: new Map([reading, ...others].map((one) => [one, targetOf(one)])) };
}
