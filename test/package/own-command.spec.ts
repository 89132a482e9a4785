import { expect, it } from '@jest/globals';
import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';

it('can be run in this checkout after each build: npx makes it executable only when it sees it for the first time', () => {
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: { tillbridge: string } };
  const program = join(process.cwd(), bin.tillbridge);
  expect(() => accessSync(program, constants.X_OK)).not.toThrow();
});
