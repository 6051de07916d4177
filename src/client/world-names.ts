/** A name for a world that a reader recognises, and that no other client takes. */
export function nameWorld(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-|-$/g, '')
    .toLowerCase();
  // A page that comes from another machine over http has no crypto.randomUUID.
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return `${slug === '' ? 'test' : slug}-${random.toString(16).padStart(8, '0')}`;
}
