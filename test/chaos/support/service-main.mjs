/**
 * The sandbox as a process of its own, that can be killed: what it knows is in a file. Told what it is by the environment
 * (`SERVICE`, JSON). Beside the payment API there is a door for the program that plays the shopper: `POST` a method of the sandbox
 * and its arguments.
 */
import 'reflect-metadata';
import { createServer } from 'node:http';
import { startSandbox } from '../../../dist/esm/sandbox/index.js';

const { doorPort, ...options } = JSON.parse(process.env.SERVICE);
const { url, sandbox } = await startSandbox(options);

const DOORS = {
  useChance: (chance) => sandbox.faults.useChance(chance),
  injected: () => sandbox.faults.state().injected.length,
};

async function read(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return JSON.parse(text);
}

const door = createServer(async (request, response) => {
  try {
    const { method, args } = await read(request);
    const answer = (await (DOORS[method] ?? sandbox[method].bind(sandbox))(...args)) ?? null;
    response.end(JSON.stringify({ answer }));
  } catch (error) {
    response.end(JSON.stringify({ refused: error.code ?? error.message }));
  }
});
door.listen(doorPort, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ url })}\n`));
