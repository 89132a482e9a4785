/**
 * The cost of one notification, in counts that do not depend on the machine's load: once from its request to its
 * acknowledgement, once from the inbox to the end of its effects, and once as a whole in the process that receives it.
 */
import { tapStatements } from './statement-tap.mjs';
import { eventually } from './eventually.mjs';

const BEGINS = /^(START TRANSACTION|BEGIN)\b/i;
const ENDS = /^(COMMIT|ROLLBACK)$/i;
const WRITES = /^(INSERT|UPDATE|DELETE)\b/i;
/** Tables that a process writes about itself, independent of its work. */
const OF_THE_PROCESS = /tillbridge_(process|lane)/;

/**
 * Bytes of a statement and its values, each as text: what the driver of MySQL sends, and approximately what the others
 * send.
 */
const bytesOf = ({ sql, parameters }) =>
  [sql, ...parameters].reduce((sum, part) => sum + (part === null ? 0 : Buffer.byteLength(String(part))), 0);

const nothing = () => ({ statements: 0, commits: 0, bytes: 0 });

/** Counts what is written. Loops that find no work write nothing. */
function countWrites(dataSource) {
  const total = nothing();
  const open = new Map();
  const add = (some) => {
    total.statements += some.length;
    total.commits += 1;
    total.bytes += some.reduce((sum, statement) => sum + bytesOf(statement), 0);
  };
  const isCounted = (some) =>
    some.some(({ sql }) => WRITES.test(sql)) && !some.some(({ sql }) => OF_THE_PROCESS.test(sql));
  const before = (statement) => {
    const { sql, runner } = statement;
    const known = open.get(runner);
    if (BEGINS.test(sql)) open.set(runner, []);
    else if (!ENDS.test(sql)) {
      if (known) known.push(statement);
      else if (isCounted([statement])) add([statement]);
    } else {
      open.delete(runner);
      if (sql === 'COMMIT' && known && isCounted(known)) add(known);
    }
  };
  return { total, untap: tapStatements(dataSource, { before }) };
}

/** Counts the calls of a method while it is watched. */
function countCalls(target, name, isMeant = () => true) {
  const original = target[name];
  const counted = { calls: 0, stop: () => void (target[name] = original) };
  target[name] = function (...parameters) {
    if (isMeant(parameters)) counted.calls += 1;
    return Reflect.apply(original, this, parameters);
  };
  return counted;
}

/** Counts how often the header with the signature is read. */
function countHeaderReads(server) {
  const counted = { reads: 0, stop: () => void server.off('request', watch) };
  const watch = ({ headers }) => {
    const value = headers['auth'];
    const get = () => {
      counted.reads += 1;
      return value;
    };
    Object.defineProperty(headers, 'auth', { get, enumerable: true, configurable: true });
  };
  server.prependListener('request', watch);
  return counted;
}

async function during({ dataSource, server, hmac }, work) {
  const writes = countWrites(dataSource);
  // Some code copies empty options by parsing JSON; this does not count.
  const parses = countCalls(JSON, 'parse', ([text]) => text !== '{}');
  const checks = countCalls(Object.getPrototypeOf(hmac), 'digest');
  const headers = countHeaderReads(server);
  try {
    await work();
  } finally {
    for (const counted of [parses, checks, headers]) counted.stop();
    writes.untap();
  }
  const { statements, commits, bytes } = writes.total;
  return {
    statements,
    commits,
    bytes,
    'JSON parses': parses.calls,
    'signature checks': checks.calls,
    'looks at the signature’s header': headers.reads,
  };
}

/** Waits for the end of the one effect of each notification. */
const ended = (dataSource, effects) =>
  eventually('the end of the effect', {
    ask: () => dataSource.query("SELECT COUNT(*) AS n FROM tillbridge_outbox WHERE state = 'done'"),
    isGood: (rows) => Number(rows[0]?.n) === effects,
  });

const written = ({ statements, commits, bytes, 'JSON parses': parses }) => ({
  statements,
  commits,
  bytes,
  'JSON parses': parses,
});

/** See the types. */
export async function countOneNotification({ post, work, ...shop }) {
  const acknowledged = await during(shop, () => post(0));
  const worked = await during(shop, async () => {
    await work();
    await ended(shop.dataSource, 1);
  });
  const whole = await during(shop, async () => {
    await post(1);
    await ended(shop.dataSource, 2);
  });
  return { acknowledged, worked: written(worked), whole: written(whole) };
}
