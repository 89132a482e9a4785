/**
 * What one notification costs, in counts that no other load of the machine touches: once from its request to its acknowledgement,
 * once from the inbox to the end of its effects, and once all of it in the process that takes it.
 */
import { tapStatements } from './statement-tap.mjs';
import { eventually } from './eventually.mjs';

const BEGINS = /^(START TRANSACTION|BEGIN)\b/i;
const ENDS = /^(COMMIT|ROLLBACK)$/i;
const WRITES = /^(INSERT|UPDATE|DELETE)\b/i;
/** What a process writes of itself, whatever it has to do. */
const OF_THE_PROCESS = /tillbridge_(process|lane)/;

/** Bytes of a statement and its values, each as text: what the driver of MySQL sends, and about what the others do. */
const bytesOf = ({ sql, parameters }) =>
  [sql, ...parameters].reduce((sum, part) => sum + (part === null ? 0 : Buffer.byteLength(String(part))), 0);

const nothing = () => ({ statements: 0, commits: 0, bytes: 0 });

/** Counts what is written. Loops that look whether there is work, and find none, write nothing. */
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

/** Counts calls of a method for as long as it is watched. */
function countCalls(target, name, isMeant = () => true) {
  const original = target[name];
  const counted = { calls: 0, stop: () => void (target[name] = original) };
  target[name] = function (...parameters) {
    if (isMeant(parameters)) counted.calls += 1;
    return Reflect.apply(original, this, parameters);
  };
  return counted;
}

/** Counts how often the header of the signature is looked at. */
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
  // Whoever sends it copies empty options so.
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

/** The end of the one effect of each notification that was sent. */
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
