/** The sandbox of the shoppers bench, with its data in a file: `BENCH_FILE`, `BENCH_KEY`, `BENCH_PORT`. */
import { startSandbox } from '../../dist/esm/sandbox/index.js';
import { serveParent } from '../support/processes.mjs';

const { BENCH_FILE: database, BENCH_KEY: apiKey, BENCH_PORT: port } = process.env;
const { url, sandbox, close } = await startSandbox({
  terminalGroups: [{ name: 'web', apiKey }],
  database,
  port: Number(port),
});

async function answer({ idle }) {
  if (idle) await sandbox.idle();
  return { rss: Math.round(process.memoryUsage().rss / 2 ** 20) };
}

serveParent({ url }, answer, close);
