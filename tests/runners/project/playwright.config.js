import { defineConfig } from 'stuntdouble/playwright';

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  reporter: [['list'], ['json']],
  ...JSON.parse(process.env.RUN_CONFIG),
});
