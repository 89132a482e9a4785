/** Starts and ends the process that owns the temporary servers of this run. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('servers-main.mjs', import.meta.url));

function firstLine(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`the server process ended (${code ?? signal})`)));
  });
}

/**
 * @param {{ name: string, binary: string }[]} wanted
 * @returns {Promise<{ folder: string, servers: { name: string, url?: string, version?: string, reason?: string }[], stop(): Promise<void> }>}
 */
export async function startServers(wanted) {
  // Detached: Ctrl-C in the terminal must reach the tests first, and the servers only through the end of the pipe.
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(wanted)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.stdin.end();
    if (child.exitCode === null && child.signalCode === null) await exited;
  };
  try {
    return { ...JSON.parse(await firstLine(child)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
