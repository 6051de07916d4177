import type { Stateful } from '../../contract/plan/plan.ts';
import { ContractBreach } from '../../errors.ts';
import type { Behavior, Outcome, Validated } from '../../pipeline/exchange.ts';
import type { StateMeans } from '../means.ts';

/**
 * A list whose schema allows no list of the records that there are, as one that wants them to differ in
 * what it shows of them. Where nobody has said what there is, any list is worth more than none.
 */
export function withSpare(
  behave: Behavior,
  { collection }: Stateful,
  { holdings }: StateMeans,
  improvise: Behavior,
): Behavior {
  return (request) => {
    const outcome = behave(request);
    if (holdings.isKnown(collection) || isAllowed(request, outcome)) return outcome;
    try {
      const spare = improvise(request);
      return isAllowed(request, spare) ? spare : outcome;
    } catch (error) {
      if (error instanceof ContractBreach) return outcome;
      throw error;
    }
  };
}

function isAllowed({ choice }: Validated, { body }: Outcome): boolean {
  return body === undefined || (choice.media?.check?.(body) ?? []).length === 0;
}
