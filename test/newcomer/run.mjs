/**
 * `npm run newcomer`: what someone does who has never seen the package. Makes a fresh Nest project in an empty folder,
 * follows the README (its commands and its files, nothing else), takes a payment in the sandbox, and prints how long each
 * step took. Fails when a step does, or when it all takes longer than five minutes.
 *
 * `--quick` leaves out the installing: packages are found in this repository, the built package is copied.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pack, root, scratchFolder } from '../package/pack.mjs';
import { eventually } from '../support/eventually.mjs';
import { freePort } from '../support/free-port.mjs';
import { readmeSteps } from './readme-steps.mjs';
import { pay } from './shopper.mjs';
import { commandsFor, TARBALL } from './substitutions.mjs';
import { Terminals } from './terminal.mjs';

const LIMIT_MS = 300_000;
const isQuick = process.argv.includes('--quick');
const key = process.env.HOST_API_KEY;

const isAnswer = (answer) => answer instanceof Response;
const rows = [];

/** Does one step, and writes down how long it took. */
async function timed(title, work) {
  const started = performance.now();
  const result = await work();
  rows.push({ title, seconds: (performance.now() - started) / 1000 });
  console.log(`${rows.at(-1).seconds.toFixed(1).padStart(7)} s  ${title}`);
  return result;
}

/** The places of one run, and the environment that tells the README's files of them. */
async function placesOf() {
  const [shopPort, sandboxPort] = [await freePort(), await freePort()];
  const [shop, sandbox] = [`http://localhost:${shopPort}`, `http://localhost:${sandboxPort}`];
  const keys = key === undefined ? {} : { PAYMENT_API_KEY: key, TILLBRIDGE_SANDBOX_KEY_WEB: key };
  // npx asks before it fetches a command; no one is there to answer.
  const env = { PORT: String(shopPort), SHOP_URL: shop, PAYMENT_URL: sandbox, npm_config_yes: 'true', ...keys };
  return { shop, sandbox, sandboxPort, env };
}

/** Types what the README says, and returns what was printed by the command that makes an order. */
async function follow(folder, places, terminals) {
  const adapt = commandsFor({ isQuick, folder, places });
  let here = folder;
  let log = () => '';
  let printed = '';
  for (const step of readmeSteps(readFileSync(join(root, 'README.md'), 'utf8'))) {
    if (step.kind === 'file') {
      mkdirSync(dirname(join(here, step.path)), { recursive: true });
      writeFileSync(join(here, step.path), step.text);
    } else if (step.command.startsWith('cd ')) {
      here = join(here, step.command.slice('cd '.length));
    } else if (step.inAnotherTerminal) {
      const url = step.command.includes('sandbox') ? places.sandbox : places.shop;
      await timed(step.command, () => {
        log = terminals.start(adapt(step.command), here);
        return eventually(`${step.command}\n${log()}`, { ask: () => fetch(url), isGood: isAnswer }).catch((error) => {
          throw new Error(`${error.message}\n${log()}`);
        });
      });
    } else {
      printed = await timed(step.command, () => adapt.run(step.command, here, terminals));
    }
  }
  return { log, printed };
}

async function takePayment({ log, printed }, places) {
  const paymentPage = /^location: *(\S+)/im.exec(printed)?.[1];
  if (paymentPage === undefined) throw new Error(`No order was made:\n${printed}\n${log()}`);
  const back = await timed('pay at the payment page', () => pay(paymentPage));
  const status = await timed('the return page says so', () =>
    eventually('thanks', {
      ask: async () => (await fetch(back)).text(),
      isGood: (text) => typeof text === 'string' && text.startsWith('Thank you'),
    }),
  );
  await timed('the effect has run: the mail is logged', () =>
    eventually('the mail', { ask: log, isGood: (text) => text.includes('we received 12.50 EUR for A-1') }),
  );
  const isShown = key !== undefined && log().includes(key);
  return {
    status,
    returned: back.startsWith(places.shop),
    mails: log().split('we received').length - 1,
    isKeyShown: isShown,
  };
}

const folder = isQuick ? scratchFolder('newcomer') : mkdtempSync(join(tmpdir(), 'tillbridge-newcomer-'));
const places = await placesOf();
const tarball = isQuick ? '' : pack(folder).tarball;
const terminals = new Terminals({ ...places.env, [TARBALL]: tarball });
try {
  const seen = await takePayment(await follow(folder, places, terminals), places);
  const total = rows.reduce((sum, { seconds }) => sum + seconds, 0);
  const inTime = total * 1000 < LIMIT_MS;
  console.log(`${total.toFixed(1).padStart(7)} s  in all; ${inTime ? 'within' : 'MORE THAN'} five minutes`);
  console.log(JSON.stringify({ ...seen, steps: rows.length }));
  process.exitCode = inTime ? 0 : 1;
} finally {
  await terminals.close();
  rmSync(folder, { recursive: true, force: true });
}
