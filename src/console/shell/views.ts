import type { ComponentType } from 'preact';

import { ClockView } from '../clock/clock-view.tsx';
import { AnswersView } from '../answers/answers-view.tsx';
import { CoverageView } from '../coverage/coverage-view.tsx';
import { ContractView } from '../contract/contract-view.tsx';
import { StateView } from '../state/state-view.tsx';
import { TrafficView } from '../traffic/traffic-view.tsx';
import { WorldsView } from '../worlds/worlds-view.tsx';
import type { Route } from './route.ts';

export interface View {
  /** The first segment of its address. */
  readonly name: string;
  readonly title: string;
  /** The beginning of the title that stands for it where there is little room. */
  readonly short?: string;
  /** The two keys that lead to it. */
  readonly keys: string;
  readonly Component: ComponentType;
}

/** Undefined: the address names no view. */
export function findView({ path: [name = 'traffic'] }: Route): View | undefined {
  return views.find((view) => view.name === name);
}

export const views: readonly View[] = [
  { name: 'traffic', title: 'Traffic', keys: 'g t', Component: TrafficView },
  { name: 'state', title: 'State', keys: 'g s', Component: StateView },
  { name: 'worlds', title: 'Worlds', keys: 'g w', Component: WorldsView },
  { name: 'answers', title: 'Answers', keys: 'g a', Component: AnswersView },
  {
    name: 'clock',
    title: 'Clock and credentials',
    short: 'Clock',
    keys: 'g c',
    Component: ClockView,
  },
  { name: 'coverage', title: 'Coverage', keys: 'g v', Component: CoverageView },
  { name: 'contract', title: 'Contract', keys: 'g r', Component: ContractView },
];
