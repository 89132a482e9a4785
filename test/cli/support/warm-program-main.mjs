/**
 * The built command line in a process that stays, told by its parent what to run: one call after the other, each with its
 * own words, folder, environment, input and output. Its file runs anew for each; what it loads stays loaded.
 */
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const [, , program] = process.argv;
const environment = { ...process.env };
const outputs = { out: process.stdout, err: process.stderr };
let calls = 0;

/** Collects what is written to an output. */
function collect(stream, printed, name) {
  stream.write = (chunk, encoding, callback) => {
    printed[name] += String(chunk);
    const done = typeof encoding === 'function' ? encoding : callback;
    if (done) process.nextTick(done);
    return true;
  };
}

/** Resolves where a process of its own would end: at `process.exit`, or when nothing is left to wait for. */
const untilEnded = () =>
  new Promise((resolve) => {
    const end = () => resolve(process.exitCode ?? 0);
    process.once('beforeExit', end);
    process.exit = (code) => {
      process.off('beforeExit', end);
      resolve(code ?? process.exitCode ?? 0);
    };
  });

function surround({ args, cwd, env, input }) {
  process.chdir(cwd);
  process.argv = [process.execPath, program, ...args];
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment, env);
  process.exitCode = undefined;
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input, 'base64')]);
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
}

/** What a process would have taken with it. */
function forget() {
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  for (const stream of Object.values(outputs)) stream.removeAllListeners('error');
}

process.on('message', async (call) => {
  const printed = { out: '', err: '' };
  for (const [name, stream] of Object.entries(outputs)) collect(stream, printed, name);
  surround(call);
  const ended = untilEnded();
  process.channel.unref();
  // What is loaded later comes from the file by its plain name, which runs then if it has not before.
  const file = pathToFileURL(program).href;
  await import(calls === 0 ? file : `${file}?${calls}`);
  calls += 1;
  const exit = await ended;
  process.channel.ref();
  forget();
  process.send({ exit, ...printed });
});
