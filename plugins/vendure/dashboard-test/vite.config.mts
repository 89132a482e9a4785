import { vendureDashboardPlugin } from '@vendure/dashboard/vite';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const here = import.meta.dirname;

export default {
  base: '/dashboard',
  build: { outDir: join(here, 'dist', 'app'), emptyOutDir: true },
  plugins: [
    vendureDashboardPlugin({
      vendureConfigPath: pathToFileURL(join(here, 'vendure-config.ts')),
      api: { host: 'auto', port: 'auto' },
    }),
  ],
};
