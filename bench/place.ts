import { join } from 'node:path';

/** The project's folder, from where the built files are: bench/dist/bench. */
export const project: string = join(import.meta.dirname, '..', '..', '..');
export const peersFolder: string = join(project, 'bench', 'peers');
export const contractFile: string = join(project, 'openapi.yaml');
export const commandLine: string = join(project, 'dist', 'cli.js');
