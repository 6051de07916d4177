import { createMock } from 'stuntdouble';

export default {
  framework: '@storybook/html-vite',
  stories: ['../*.stories.js'],
  core: { disableTelemetry: true },
  // The mock starts with Storybook and answers below its origin: the control API is closed to pages of others.
  async viteFinal(config, { configType }) {
    if (configType !== 'DEVELOPMENT') return config;
    const mock = await createMock({ contract: 'shop.yaml' });
    const { url: target } = await mock.listen();
    const rewrite = (path) => path.slice('/mock'.length);
    return { ...config, server: { ...config.server, proxy: { '/mock': { target, rewrite } } } };
  },
};
