/** How long a test waits for what has to come: far longer than any machine takes that is busy. */
export const patience = { timeout: 30_000, interval: 20 };
