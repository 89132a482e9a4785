/** One newcomer's path, from an empty folder to a paid order. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pack, root, scratchFolder } from '../package/pack.mjs';
import { eventually } from '../support/eventually.mjs';
import { freePort } from '../support/free-port.mjs';
import { addController } from './edits.mjs';
import { stepsOfPart } from './page-steps.mjs';
import { startDatabase } from './server.mjs';
import { pay } from './shopper.mjs';
import { commandsFor, TARBALL } from './substitutions.mjs';
import { Terminals } from './terminal.mjs';
import { fileFor, PAGES } from './variants.mjs';

const LIMIT_SECONDS = 300;
const key = process.env.HOST_API_KEY;

const isAnswer = (answer) => answer instanceof Response;

/** The places of one run, and the environment that tells the page's files of them. */
async function placesOf() {
  const [shopPort, sandboxPort] = [await freePort(), await freePort()];
  const [shop, sandbox] = [`http://localhost:${shopPort}`, `http://localhost:${sandboxPort}`];
  const keys = key === undefined ? {} : { PAYMENT_API_KEY: key, TILLBRIDGE_SANDBOX_KEY_WEB: key };
  // npx asks before it fetches a command; no one is there to answer.
  const env = { PORT: String(shopPort), SHOP_URL: shop, PAYMENT_URL: sandbox, npm_config_yes: 'true', ...keys };
  return { shop, sandbox, sandboxPort, env };
}

/** Does steps one after another, and keeps how long each took. */
class Stopwatch {
  rows = [];

  constructor(say) {
    this.say = say;
  }

  async timed(title, work) {
    const started = performance.now();
    const result = await work();
    const seconds = (performance.now() - started) / 1000;
    this.rows.push({ title, seconds });
    this.say(`${seconds.toFixed(1).padStart(7)} s  ${title}`);
    return result;
  }

  get seconds() {
    return this.rows.reduce((sum, { seconds }) => sum + seconds, 0);
  }
}

function writeStep(here, variant, step) {
  mkdirSync(dirname(join(here, step.path)), { recursive: true });
  writeFileSync(join(here, step.path), fileFor(variant, step));
  if (step.path.endsWith('checkout.controller.ts') && variant.by === 'nest-add') addController(here, variant);
}

/** Types what the page says, and returns what was printed by the command that makes an order. */
async function follow(run, { variant, folder, places, terminals, watch }) {
  const adapt = commandsFor({ ...run, variant, places });
  let here = folder;
  let log = () => '';
  let printed = '';
  const { file, part } = PAGES[variant.by];
  for (const step of stepsOfPart(readFileSync(join(root, file), 'utf8'), part)) {
    if (step.kind === 'file') writeStep(here, variant, step);
    else if (step.command.startsWith('cd ')) {
      here = join(here, step.command.slice('cd '.length));
    } else if (step.inAnotherTerminal) {
      const url = step.command.includes('sandbox') ? places.sandbox : places.shop;
      await watch.timed(step.command, () => {
        log = terminals.start(adapt(step.command), here);
        return eventually(`${step.command}\n${log()}`, { ask: () => fetch(url), isGood: isAnswer }).catch((error) => {
          throw new Error(`${error.message}\n${log()}`);
        });
      });
    } else {
      printed = await watch.timed(step.command, () => adapt.run(step.command, here, terminals));
    }
  }
  return { log, printed };
}

async function takePayment({ log, printed }, places, watch) {
  const paymentPage = /^location: *(\S+)/im.exec(printed)?.[1];
  if (paymentPage === undefined) throw new Error(`No order was made:\n${printed}\n${log()}`);
  const back = await watch.timed('pay at the payment page', () => pay(paymentPage));
  const status = await watch.timed('the return page says so', () =>
    eventually('thanks', {
      ask: async () => (await fetch(back)).text(),
      isGood: (text) => typeof text === 'string' && text.startsWith('Thank you'),
    }),
  );
  await watch.timed('the effect has run: the mail is logged', () =>
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

/**
 * Follows a page to the letter, in the way of one newcomer.
 *
 * @param {Record<'nest' | 'http' | 'database' | 'by', string>} variant - what the newcomer chooses; see variants.mjs
 * @param {{ isQuick?: boolean, isBorrowing?: boolean, say: (line: string) => void }} run
 */
export async function followPath(variant, run) {
  if (run.isQuick && (variant.nest !== '12' || variant.database !== 'sqlite')) {
    throw new Error('--quick has the packages of this repository alone: Nest 12, and no servers.');
  }
  const folder = run.isQuick ? scratchFolder('newcomer') : mkdtempSync(join(tmpdir(), 'tillbridge-newcomer-'));
  const places = await placesOf();
  const tarball = run.isQuick ? '' : pack(folder).tarball;
  const database = await startDatabase(variant.database);
  const terminals = new Terminals({ ...places.env, ...database.env, [TARBALL]: tarball });
  const watch = new Stopwatch(run.say);
  try {
    const seen = await takePayment(await follow(run, { variant, folder, places, terminals, watch }), places, watch);
    const { seconds, rows } = watch;
    return { seen: { ...seen, steps: rows.length }, seconds, isInTime: seconds < LIMIT_SECONDS };
  } finally {
    await terminals.close();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
