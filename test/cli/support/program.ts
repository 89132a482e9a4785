import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { CANARY_MARKER } from '../../support/canary.js';
import { HARDLY_OPTIMISED } from '../../support/hardly-optimised.mjs';
import { undocumented } from './json-shapes.js';

/** The built command line. */
export const PROGRAM = join(process.cwd(), 'dist/esm/cli/main.js');
const running = new Set<ChildProcess>();

/** How a call of the command line ended. */
export interface Run {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
}

/** A call of the command line under way. */
export interface Call {
  readonly ended: Promise<Run>;
  /** What it has printed so far, on both outputs. */
  readonly printed: () => string;
  readonly signal: (name: 'SIGINT' | 'SIGKILL') => void;
}

/** Where and with what it is called. */
export interface Surroundings {
  /** The folder; default: one without a shop. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What is piped into it; default: nothing. */
  readonly input?: string | Buffer;
}

/** The environment of a call: this one, without what would be taken for the caller's own. */
export const environmentOf = (env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_OPTIONS: '',
  TILLBRIDGE_API_KEY: '',
  ...env,
});

/** Calls the built command line as a user does. */
export function call(args: readonly string[], { cwd = '/', env = {}, input = '' }: Surroundings = {}): Call {
  const child = spawn(process.execPath, [...HARDLY_OPTIMISED, PROGRAM, ...args], { cwd, env: environmentOf(env) });
  running.add(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = new Promise<Run>((resolve) => {
    child.once('close', (exit) => {
      running.delete(child);
      resolve({ exit, ...output });
    });
  });
  return { ended, printed: () => output.out + output.err, signal: (name) => void child.kill(name) };
}

/** What it has printed with `--json`, when that is one document and no failure. */
function documentOf(args: readonly string[], { out }: Run): object | null {
  if (!args.includes('--json')) return null;
  try {
    const document = JSON.parse(out) as object;
    return 'error' in document ? null : document;
  } catch {
    return null;
  }
}

/**
 * A call that has ended as every call has to.
 *
 * @throws Error when a key is among what it printed, or a document has other keys than the pages say
 */
export function judged(args: readonly string[], run: Run): Run {
  if ((run.out + run.err).includes(CANARY_MARKER)) throw new Error('A key was printed.');
  const document = documentOf(args, run);
  const wrong = document === null ? [] : undocumented(args[0] ?? '', document);
  if (wrong.length > 0) throw new Error(`${args.join(' ')} prints what is not documented: ${wrong.join('; ')}`);
  return run;
}

/**
 * Calls it, and waits for its end.
 *
 * @throws Error as {@link judged}
 */
export const tillbridge = async (args: readonly string[], surroundings: Surroundings = {}): Promise<Run> =>
  judged(args, await call(args, surroundings).ended);

/** Ends whatever a failed test has left. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
