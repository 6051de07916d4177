import type { Credential, SecuredOperation } from '../api/documents.ts';

export const credential = (name: string, more: Partial<Credential> = {}): Credential => ({
  name,
  scheme: 'key',
  value: 'k…',
  scopes: ['read'],
  ...more,
});

export const part = (name: string, ...scopes: readonly string[]): object => ({
  scheme: name,
  scopes,
});

export const operation = (...security: readonly (readonly object[])[]): SecuredOperation =>
  ({ security }) as unknown as SecuredOperation;
