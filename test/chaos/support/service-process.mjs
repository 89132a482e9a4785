/** Starts the sandbox as a process of its own, see service-main.mjs; it keeps its addresses when it is killed and comes back. */
import { fileURLToPath } from 'node:url';
import { HARDLY_OPTIMISED } from '../../support/hardly-optimised.mjs';
import { startProgram } from '../../support/program-process.mjs';
import { freePort } from '../../support/free-port.mjs';

const PROGRAM = fileURLToPath(new URL('service-main.mjs', import.meta.url));
const DOOR_PATIENCE_MS = 300_000;

/**
 * @param settings options of `startSandbox`, among them a file as `database`; `faults` are drawn anew after each restart
 * @returns {Promise<{ url: string, call(method: string, ...args: unknown[]): Promise<unknown>, kill(): Promise<void>,
 *   restart(): Promise<void> }>} `call` gives what the sandbox's method gives, `{ refused }` when it throws, and throws
 *   itself while the process is gone
 */
export async function startServiceProcess(settings) {
  const [port, doorPort] = [await freePort(), await freePort()];
  const launch = () =>
    startProgram(PROGRAM, { SERVICE: JSON.stringify({ ...settings, port, doorPort }) }, HARDLY_OPTIMISED);
  let running = await launch();
  return {
    url: running.url,
    async call(method, ...args) {
      const body = JSON.stringify({ method, args });
      const signal = AbortSignal.timeout(DOOR_PATIENCE_MS);
      const answer = await fetch(`http://127.0.0.1:${doorPort}`, { method: 'POST', body, signal });
      const reported = await answer.json();
      return 'refused' in reported ? reported : reported.answer;
    },
    async kill() {
      await running.kill();
    },
    async restart() {
      running = await launch();
    },
  };
}
