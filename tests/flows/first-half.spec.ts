import { tryFlows } from './try-flows.ts';

tryFlows('first');
