import { tryUnchanged } from './try-unchanged.ts';

tryUnchanged('second');
