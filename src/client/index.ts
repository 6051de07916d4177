/** The public interface of the client. */

export type { CallParts, Calls, Route, ServerPlace, SuccessBody } from './calls.ts';
export { createCalls, Refusal } from './calls.ts';
