/** The library's face: a table of contents. */

export type { Complaint, Violation } from './errors.ts';
export { StartError } from './errors.ts';
export type { Exchange } from './observing.ts';
export type { ListenOptions, Mock } from './mock.ts';
export type { MockOptions, Notice } from './mock-options.ts';
export type { MockSnapshots, MockWorld, MockWorldWish, MockWriting } from './mock-world.ts';
export { createMock } from './mock.ts';
