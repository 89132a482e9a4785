import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../../test/support/scratch-folder.mjs';

/** A folder that is deleted with this process, also after Ctrl-C. */
export function throwAwayFolder(name) {
  const folder = mkdtempSync(join(scratchFolder(), `tillbridge-compat-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
