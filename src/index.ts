/** The library's face: a table of contents. */

export type { Complaint, Violation } from './errors.ts';
export { StartError } from './errors.ts';
export type { Exchange } from './observing.ts';
export type { ListenOptions } from './front-door.ts';
export type { Mock } from './mock.ts';
export type { MockOptions, Notice } from './mock-options.ts';
export type {
  MockExpectation,
  MockRequest,
  MockRequestFilter,
  MockRequests,
  MockVerification,
} from './mock-requests.ts';
export { UnmetExpectation } from './mock-requests.ts';
export type {
  MockAct,
  MockConditions,
  MockFault,
  MockMatch,
  MockOverride,
  MockReply,
  OverrideHandle,
  OverrideReport,
} from './mock-overrides.ts';
export type { CoverageReport } from './traffic/coverage/report.ts';
export type { MockSnapshots, MockWorld, MockWorldWish, MockWriting } from './mock-world.ts';
export { createMock } from './mock.ts';
