/** Compiles the plugin and its tests against the module as it would be published. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installModule, plugin } from './module.mjs';

installModule();
const compiler = join(plugin, 'node_modules', 'typescript', 'bin', 'tsc');
try {
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.json'], { cwd: plugin, stdio: 'inherit' });
} catch {
  process.exit(1);
}

// The part of the dashboard is compiled by the shop, together with the dashboard itself.
const pages = join(plugin, 'dist', 'src', 'dashboard');
rmSync(pages, { recursive: true, force: true });
cpSync(join(plugin, 'src', 'dashboard'), pages, { recursive: true });
