import type { PlannedOperation } from '../api/documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useConsole, useLive } from '../shell/console.ts';

interface Plan {
  readonly operations: readonly PlannedOperation[];
}

/** The operations of the contract; none until they are known. */
export function useOperations(): readonly PlannedOperation[] {
  const { api } = useConsole();
  const plan = useAnswer(() => api.get<Plan>('plan'), [api]);
  useLive('contract', plan.reload, [plan.reload]);
  return plan.value?.operations ?? none;
}

const none: readonly PlannedOperation[] = [];
