/** The public interface of the library. */

export type { Complaint, Violation } from './base/errors.ts';
export { StartError } from './base/errors.ts';
export type { ListenOptions } from './server/server.ts';
export type { Exchange } from './server/watching/observer.ts';
export type { Mock, MockFindings, MockOverlay, MockScenario } from './library/mock.ts';
export type {
  ContractDocument,
  GivenContract,
  MockOptions,
  Notice,
} from './server/options/options.ts';
export type { MockRequests, MockVerification } from './library/requests.ts';
export type {
  MockChangeQuestion,
  MockRecording,
  MockRecordingQuestion,
} from './library/reports.ts';
export type { MockSample, MockSamples, MockSentSample } from './library/samples.ts';
export { UnmetExpectation } from './traffic/expectations/unmet.ts';
export type { OverrideHandle } from './library/overrides.ts';
export type {
  MockAct,
  MockConditions,
  MockFault,
  MockMatch,
  OverrideReport,
} from './traffic/documents.ts';
export type {
  HandlerCall,
  HandlerOutcome,
  HandlerParents,
  HandlerRecords,
  HandlerRequest,
  OperationHandler,
  OperationHandlers,
  UsualOutcome,
} from './behaviors/handlers/handler.ts';
export type { CoverageReport } from './traffic/coverage/report.ts';
export type { MintedCredential, MockCredential, SentCredential } from './library/credentials.ts';
export type { MockCollection, MockRecords, MockSeed, MockWriting } from './library/records.ts';
export type { MockSnapshot, MockSnapshots, MockWorld, MockWorldInput } from './library/worlds.ts';
export type { ChangedRecord, ChangeList } from './store/state/changed-records.ts';
export { createMock } from './library/mock.ts';
export type {
  AnyContract,
  ContractTypes,
  Register,
  UsualContract,
} from './library/contract-types.ts';
export type {
  MockExpectation,
  MockOverride,
  MockReply,
  MockRequest,
  MockRequestFilter,
} from './library/typed-documents.ts';
