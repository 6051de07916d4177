/**
 * Contracts are compiled by the hundreds here, and hardly anything of them is kept: with more room for
 * what is young a fifth of the time of the larger rings is saved.
 */
export const workerFlags: string[] = ['--min-semi-space-size=64', '--max-semi-space-size=128'];
