import { tryUnchanged } from './try-unchanged.ts';

tryUnchanged('first');
