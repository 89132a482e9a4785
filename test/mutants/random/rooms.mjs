/** Rooms, and which specs are to find their defects. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LONG_SPECS } from '../../../config/long-specs.mjs';

const ENGINE = 'engine';
const ENGINE_FOLDER = 'src/database/engine/';

/** The first folder below src/shop; what stands beside those folders is the module. */
export function roomOf(file) {
  if (file.startsWith(ENGINE_FOLDER)) return ENGINE;
  const [first, ...rest] = file.slice('src/shop/'.length).split('/');
  return rest.length > 0 ? first : 'module';
}

/** Every room of the source. */
export const roomsIn = (root) => [
  ...readdirSync(join(root, 'src/shop'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort(),
  'module',
  ENGINE,
];

/** Specs of a room that stand elsewhere, as beginnings of their paths: those that were written for it. */
const ELSEWHERE = {
  admin: [
    'test/shop/orders/order-id-prefix',
    'test/shop/polling/reconcile',
    'test/dashboard/exports',
    'test/dashboard/order-',
    'test/contract/large-notifications',
    'test/cli/shop-commands',
    'test/cli/notifications',
  ],
  client: ['test/contract/client-', 'test/contract/refusals', 'test/contract/error-answers'],
  core: [
    'test/shop/workers/redis-wake',
    'test/shop/workers/postgres-wake',
    'test/contract/entrance',
    'test/shop/payments/',
    'test/attacks/addresses',
  ],
  'data-source': ['test/database/table-names', 'test/shop/client/shared-budget', 'test/database/read-replicas'],
  decisions: ['test/shop/refunds/intake.spec', 'test/dashboard/exports', 'test/dashboard/audit', 'test/shop/admin/'],
  diagnostics: [
    'test/telemetry/',
    'test/health/',
    'test/shop/admin/group-rename',
    'test/shop/core/keys',
    'test/shop/payments/resolved-host',
  ],
  effects: ['test/bullmq/', 'test/e2e/exactly-once.spec'],
  [ENGINE]: ['test/database/'],
  errors: ['test/contract/error-answers'],
  module: [
    'test/shop/feature-modules',
    'test/shop/two-versions',
    'test/shop/module-definition',
    'test/shop/client/client-module',
  ],
  notifications: [
    'test/contract/notification-route',
    'test/contract/get-notifications',
    'test/contract/large-notifications',
    'test/contract/entrance',
    'test/attacks/route-spellings',
    'test/e2e/exactly-once.spec',
  ],
  orders: ['test/e2e/create-lost', 'test/contract/client-orders', 'test/shop/polling/settled-in-time'],
  payments: [
    'test/cli/',
    'test/shop/polling/resolved-polling',
    'test/shop/admin/operator',
    'test/shop/orders/settle',
    'test/shop/refunds/refund-admin',
  ],
  'poll-schedule': ['test/shop/polling/'],
  'refund-records': ['test/shop/refunds/'],
  telemetry: ['test/telemetry/'],
};

/** What is tried, besides the rooms that import it, with a defect that a room's own specs let pass. */
const WIDER = ['test/database/', 'test/contract/', 'test/e2e/', 'test/simulation/adapters'];

/** What a browser, or more than a minute, is needed for. */
const LEFT_OUT = /\.browser\.spec|upgrade\.spec/;

/** Every spec of a tree. */
const specsOf = (root) =>
  ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(folder, name))
      .filter((path) => /\.spec\.tsx?$/.test(path) && !LEFT_OUT.test(path)),
  );

const ownFolders = (room) => (room === ENGINE ? [ENGINE_FOLDER] : [`src/shop/${room}/`, `test/shop/${room}/`]);

/** Rooms of which a file imports something of this one. */
function importersOf(room, sources) {
  const from = room === ENGINE ? '/database/engine/' : `/${room}/index.js`;
  const importers = [...sources].filter(([, source]) => source.includes(from)).map(([file]) => roomOf(file));
  return [...new Set(importers)].filter((each) => each !== room);
}

/** What a file gives to others: a spec that names some of it is near. */
const namesOf = (source) =>
  [...source.matchAll(/^export (?:abstract |async )*(?:class|const|function|interface|type) (\w+)/gm)].map(
    ([, name]) => name,
  );

const stemOf = (path) => basename(path).split('.')[0];
const wordsOf = (path) => stemOf(path).split('-');
const isAlike = (one, other) => one.slice(0, 4) === other.slice(0, 4);

/** How near a spec is to a file: beside it, by the names it uses, by the words of both titles; slow ones come later. */
function nearness({ path, text, isLong }, file, names) {
  const isBeside = dirname(path) === dirname(file) && stemOf(path) === stemOf(file);
  const used = names.filter((name) => text.includes(name)).length;
  const words = wordsOf(path).filter((word) => wordsOf(file).some((own) => isAlike(word, own))).length;
  return (isBeside ? 10 : 0) + Math.min(used, 3) * 3 + words * 2 - (isLong ? 3 : 0);
}

/**
 * Which specs are tried with a defect in a file, the nearest first.
 *
 * @param root - the tree
 * @param sources - every file that may be drawn from, as in draw.mjs
 * @returns {(file: string) => { own: string[], wider: string[] }}
 */
export function specsOfRooms(root, sources) {
  const isLong = (path) => LONG_SPECS.some((long) => path.startsWith(`${long}.spec.`));
  const specs = specsOf(root).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
    isLong: isLong(path),
  }));
  return (file) => {
    const room = roomOf(file);
    const begins = (prefixes) => specs.filter(({ path }) => prefixes.some((prefix) => path.startsWith(prefix)));
    const names = namesOf(sources.get(file));
    const sorted = (some) =>
      some
        .map((spec) => ({ path: spec.path, near: nearness(spec, file, names) }))
        .toSorted((a, b) => b.near - a.near)
        .map(({ path }) => path);
    const tables = file.endsWith('.entity.ts') ? ['test/database/schema'] : [];
    const own = sorted(begins([...ownFolders(room), ...(ELSEWHERE[room] ?? []), ...tables]));
    const others = importersOf(room, sources).flatMap(ownFolders);
    return { own, wider: sorted(begins([...others, ...WIDER])).filter((path) => !own.includes(path)) };
  };
}
