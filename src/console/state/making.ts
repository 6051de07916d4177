import type { CollectionShape } from '../api/record-documents.ts';
import { countText } from './edits.ts';

/** As many the server makes up at once. */
export const mostMade = 10_000;

/** What is wrong with a number of records that a user writes; undefined: nothing. */
export function findCountFault(text: string): string | undefined {
  const count = Number(text);
  const isCount = Number.isInteger(count) && count >= 1 && count <= mostMade;
  return isCount ? undefined : `Write a whole number from 1 to ${mostMade.toLocaleString('en')}.`;
}

/** What happens when records of a collection are made up and stored, beside that they are made. */
export function describeMaking(shape: CollectionShape, wanted: number): string {
  const { name, count, made_up: madeUp, is_complete: isComplete } = shape;
  const begin = 'The server makes them up, valid by the contract and under parents that exist.';
  if (isComplete) return begin;
  if (madeUp === 0) return `${begin} From then on it makes up no others in ${name}.`;
  const going = `All that is made up now goes (${countText(madeUp, 'record')})`;
  const left = `${name} then has ${countText(count + wanted, 'record')}.`;
  const end = 'Undo does not bring that back; a reset of the world does.';
  return [begin, `${going}: ${left}`, ...tellReferring(shape), end].join(' ');
}

/** Made-up records refer to others then; stored ones stay as they are. */
function tellReferring({ referred_by: all }: CollectionShape): readonly string[] {
  const referring = all.filter(({ member }) => member !== undefined);
  const names = [...new Set(referring.map(({ collection }) => collection))];
  if (names.length === 0) return [];
  return [`Stored records of ${names.join(', ')} that refer to what goes lead nowhere then.`];
}
