import type { SamplePorts, SampleReport, SentSample } from '../control/sample-ports.ts';
import type { World } from '../store/worlds/world.ts';
import type { AnyContract, ContractTypes, OperationName } from './contract-types.ts';
import { inOwnNames } from './own-names.ts';

/** Requests that would cover points of the contract. */
export interface MockSamples<Known extends ContractTypes> {
  /**
   * Finds a request that covers a point of an operation, by its id in `coverage()`; without one, a
   * valid request. It changes nothing.
   */
  sample(operation: OperationName<Known>, point?: string): Promise<MockSample>;
  /** Makes such a request and takes it down its road, as if a client had sent it. */
  sendSample(operation: OperationName<Known>, point?: string): Promise<MockSentSample>;
}

/** A request that covers a point, or why there is none. */
export type MockSample = SampleReport;

/** What became of a sample that was sent. */
export type MockSentSample = SentSample;

export function createMockSamples(
  ports: SamplePorts,
  world: () => World,
): MockSamples<AnyContract> {
  return {
    sample: (operation, point) => tell('sample', () => ports.find(world(), { operation, point })),
    sendSample: (operation, point) =>
      tell('sendSample', () => ports.send(world(), { operation, point })),
  };
}

/** A refusal is told by the name of the call. */
async function tell<T>(call: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    return inOwnNames(call, () => {
      throw error;
    });
  }
}
