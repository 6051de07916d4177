import type { GoalName } from './goals.ts';

/**
 * Why a goal is not reached, as profiles tell it. The report shows those that this run missed, so
 * that a reason may stay where a goal is reached on one machine and not on another.
 */
export const reasons: Reasons = {};

export type Reasons = Readonly<Partial<Record<GoalName, string>>>;
