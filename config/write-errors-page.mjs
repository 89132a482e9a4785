/** `npm run docs:errors`: writes docs/errors.md from the tables of the package as it was built. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import * as protocol from '../dist/esm/protocol/index.js';
import { renderErrorsPage } from './errors-page.mjs';

writeFileSync(join(dirname(fileURLToPath(import.meta.url)), '../docs/errors.md'), renderErrorsPage(protocol));
