/** Where installations are kept between runs. Outside the repository: below it Node would find what a host forgot to install. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const top = () => process.env.TILLBRIDGE_COMPAT_FOLDER ?? join(tmpdir(), 'tillbridge-compat');

/** A folder of the cache, made when it is missing. */
export function cacheFolder(...names) {
  const folder = join(top(), ...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}
