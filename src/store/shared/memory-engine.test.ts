import { describeEngine } from './engine-suite.test-kit.ts';
import { createMemoryStore } from './memory-engine.test-kit.ts';

// The engine of other tests does what the real one does: the ring of replicas has the same suite.
describeEngine('the store in memory', async () => {
  const store = createMemoryStore(() => performance.now());
  return Promise.resolve({
    engine: store.connect(async (step) => Promise.resolve(step())),
    endLives: async () => Promise.resolve(store.endLives()),
    endLease: async () => Promise.resolve(store.endLease()),
    async save() {
      const goBack = store.save();
      return Promise.resolve(async () => Promise.resolve(goBack()));
    },
  });
});
