/** The public interface of `stuntdouble/testcontainers`. */

export type { ContractFiles } from './container.ts';
export { StuntdoubleContainer } from './container.ts';
export type { Place } from './container-files.ts';
export { StartedStuntdoubleContainer } from './started-container.ts';
