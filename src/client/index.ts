/** The public interface of the client. */

export type { CallParts, Calls, Route, SuccessBody } from './calls.ts';
export { Refusal } from './calls.ts';
export type { ConnectOptions, RemoteMock } from './connect.ts';
export { connect } from './connect.ts';
export type { ToldWorld } from './failure-report.ts';
export { tellWorld } from './failure-report.ts';
export type { RemoteOverride, RemoteWorld } from './remote-world.ts';
export { UnmetExpectation } from '../traffic/expectations/unmet.ts';
