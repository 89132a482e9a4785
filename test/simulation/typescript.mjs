/** `node --import ./test/simulation/typescript.mjs`: runs the source as it stands, without a build and without Jest. */
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
