import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canaryKey } from '../../support/canary.js';
import { freePort } from '../../support/free-port.mjs';
import { Program } from './program.js';

const HOST = '127.0.0.1';

/** Holds a port; 0 takes any free one. */
export async function holdPort(port = 0): Promise<{ port: number; release: () => Promise<void> }> {
  const server = createServer();
  server.listen(port, HOST);
  await once(server, 'listening');
  const release = async (): Promise<void> => {
    server.close();
    await once(server, 'close');
  };
  return { port: (server.address() as AddressInfo).port, release };
}

/** Two ports that no one uses, nor gets for a connection until the shop has them. */
export async function freePorts(): Promise<[number, number]> {
  const one = await holdPort(await freePort());
  const other = await freePort();
  await one.release();
  return [one.port, other];
}

/** Does anybody listen there? Asked by connecting: to try the port out would keep the shop from having it. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, HOST);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** What `npm start` runs, on free ports and in a folder of its own. */
export interface RunningShop {
  program: Program;
  url: string;
  sandboxUrl: string;
  ports: [number, number];
  dataFolder: string;
  env: Record<string, string>;
  /** Stops it and removes its folder. */
  close(): Promise<void>;
}

/** Environment of a start that meets no one else's. */
export async function startEnvironment(): Promise<{ env: Record<string, string>; ports: [number, number] }> {
  const ports = await freePorts();
  const dataFolder = mkdtempSync(join(tmpdir(), 'tillbridge-start-'));
  const [PORT, SANDBOX_PORT] = ports.map(String) as [string, string];
  return { ports, env: { PORT, SANDBOX_PORT, DATA_FOLDER: dataFolder, API_KEY: canaryKey('web') } };
}

/** Starts shop and sandbox, and waits until both are open. @param settings - more of the environment */
export async function startRunningShop(settings: Record<string, string> = {}): Promise<RunningShop> {
  const started = await startEnvironment();
  const { ports } = started;
  const env = { ...started.env, ...settings };
  const dataFolder = env['DATA_FOLDER'] ?? '';
  const program = new Program('start.js', env);
  await program.says('Ctrl-C').catch(async (error: unknown) => {
    await program.stop('SIGKILL');
    throw error;
  });
  const close = async (): Promise<void> => {
    await program.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  };
  return {
    program,
    url: `http://localhost:${ports[0]}`,
    sandboxUrl: `http://localhost:${ports[1]}`,
    ports,
    dataFolder,
    env,
    close,
  };
}
