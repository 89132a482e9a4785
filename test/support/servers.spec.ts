import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from './wait-for.js';

const PROGRAM = join(process.cwd(), 'test/support/servers-main.mjs');

async function start(
  wanted: unknown,
): Promise<{ child: ChildProcess; report: { folder: string; servers: unknown[] } }> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(wanted)], { stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += String(chunk);
  });
  await waitFor(() => text.includes('\n'), { what: 'the report of the servers' });
  return { child, report: JSON.parse(text) };
}

describe('the process that owns the throw-away servers', () => {
  it('ends and removes its folder when the process that started it is gone', async () => {
    const { child, report } = await start([]);
    expect(existsSync(report.folder)).toBe(true);
    child.stdin?.destroy();
    await waitFor(() => child.exitCode === 0, { what: 'its end' });
    expect(existsSync(report.folder)).toBe(false);
  });

  it('says why a server would not start, and ends as well', async () => {
    const { child, report } = await start([{ name: 'postgres', binary: '/nowhere/postgres' }]);
    expect(report.servers).toEqual([{ name: 'postgres', reason: expect.stringContaining('/nowhere/initdb') }]);
    child.stdin?.end();
    await waitFor(() => child.exitCode === 0, { what: 'its end' });
    expect(existsSync(report.folder)).toBe(false);
  });
});
