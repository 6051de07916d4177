import { stuntdouble } from 'stuntdouble/vitest/plugin';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [stuntdouble({ contract: 'shop.yaml' })],
});
