import { edgesOf, importsOf, isRelative, packageOf, targetOf, type ImportUse } from './imports.js';
import { findCycles } from './cycles.js';
import { coversPath, DEEP_IMPORTS, FEATURES, roomOf, ROOMS } from './rooms.js';
import { isSource, isSpec, type Breach, type Rule, type SourceFile, type SourceTree } from './source-tree.js';

/** Collects what `find` says about each import of each file. */
function breachesPerImport(tree: SourceTree, find: (use: ImportUse, file: SourceFile) => string | undefined): Breach[] {
  return [...tree.values()].flatMap((file) =>
    importsOf(file).flatMap((use) => {
      const message = find(use, file);
      return message === undefined ? [] : [{ file: file.path, line: use.line, message }];
    }),
  );
}

const matches = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** What specs may use on top of the code beside them; towards other rooms they are bound like that code. */
const isForSpecs = (target: string): boolean => target.startsWith('test/support/') || roomOf(target) === 'testing';

function checkTable(use: ImportUse, file: SourceFile): string | undefined {
  const room = roomOf(file.path);
  if (room === undefined) return isSource(file.path) ? 'stands in no room of test/architecture/rooms.ts' : undefined;
  if (!isRelative(use.specifier)) {
    const allowed = isSpec(file.path) || ROOMS[room]?.packages.some((each) => matches(each, packageOf(use.specifier)));
    return allowed ? undefined : `${room} may not import the package ${use.specifier}`;
  }
  const target = `${targetOf(file.path, use.specifier)}.ts`;
  if (isSpec(file.path) && isForSpecs(target)) return undefined;
  const other = roomOf(target);
  if (other === room) return undefined;
  const allowed = other !== undefined && ROOMS[room]?.rooms.some((entry) => coversPath(entry, other, target));
  return allowed ? undefined : `${room} may not import ${other ?? target}`;
}

function checkDeepImport({ specifier }: ImportUse): string | undefined {
  const isDeep = !isRelative(specifier) && packageOf(specifier) !== specifier;
  const allowed = DEEP_IMPORTS.includes(specifier) || packageOf(specifier) === 'tillbridge';
  return isDeep && !allowed ? `reaches into a package: ${specifier}` : undefined;
}

/** A room that is made of features, and the feature in it that a path belongs to. */
interface FeaturePlace {
  readonly room: string;
  /** Undefined for the files directly in the folder of the room. */
  readonly feature: string | undefined;
}

/** `src/shop/orders/ledger.ts` → `orders` of `shop`; nothing for a room that has no features. */
function placeOf(path: string): FeaturePlace | undefined {
  const room = Object.keys(FEATURES).find((each) => path.startsWith(`src/${each}/`));
  return room === undefined ? undefined : { room, feature: /^src\/[^/]+\/([^/]+)\//.exec(path)?.[1] };
}

function checkFeatureDoor(use: ImportUse, file: SourceFile): string | undefined {
  const place = placeOf(file.path);
  if (!isRelative(use.specifier) || place === undefined) return undefined;
  const target = targetOf(file.path, use.specifier);
  const other = placeOf(target);
  if (other?.room !== place.room || other.feature === undefined || other.feature === place.feature) return undefined;
  const door = `src/${other.room}/${other.feature}/index`;
  return target === door ? undefined : `enters ${other.feature} by another door than its index.js`;
}

/** Upwards is wrong for what a feature needs and for what it only names: else no feature could be read without all others. */
function checkDirection(use: ImportUse, file: SourceFile): string | undefined {
  const { room = '', feature } = placeOf(file.path) ?? {};
  if (feature === undefined) return undefined;
  const order = FEATURES[room] ?? [];
  if (!order.includes(feature)) return `${feature} stands in no row of FEATURES in test/architecture/rooms.ts`;
  if (!isRelative(use.specifier)) return undefined;
  const target = targetOf(file.path, use.specifier);
  const other = placeOf(target);
  if (other?.room !== room) return undefined;
  const isBelow = other.feature !== undefined && order.indexOf(other.feature) <= order.indexOf(feature);
  return isBelow ? undefined : `${feature} imports ${other.feature ?? target}, which stands above it`;
}

const checkEnding = ({ specifier }: ImportUse): string | undefined =>
  isRelative(specifier) && !specifier.endsWith('.js') ? `relative import without .js: ${specifier}` : undefined;

const checkExample = ({ specifier }: ImportUse, file: SourceFile): string | undefined =>
  file.path.startsWith('examples/') && isRelative(specifier) && !targetOf(file.path, specifier).startsWith('examples/')
    ? `an example uses the package as a shop does, not ${specifier}`
    : undefined;

/** Rules about who may import whom. */
export const importRules: readonly Rule[] = [
  {
    title: 'each room imports only what the import table allows',
    check: (tree) => breachesPerImport(tree, checkTable),
    sample: {
      'src/protocol/money.ts': "import { of } from 'rxjs';\nimport { x } from '../shop/options.js';",
      'src/shop/options.ts': "import { y } from '../sandbox/index.js';\nexport * from '../database/index.js';",
      'src/database/entities.ts': "import '../shop/tillbridge.entities.js';\nimport '../shop/orders/ledger.js';",
      'src/attic/box.ts': "import 'node:fs';",
      'src/sandbox/pay.spec.ts':
        "import 'fast-check';\nimport '../testing/index.js';\nimport '../../test/support/canary.js';\nimport '../cli/main.js';",
      'src/support/ids.ts': "const load = () => import('typeorm');\ntype T = import('../shop/options.js').T;",
    },
    caught: [
      'src/protocol/money.ts:1',
      'src/protocol/money.ts:2',
      'src/shop/options.ts:1',
      'src/shop/options.ts:2',
      'src/database/entities.ts:2',
      'src/attic/box.ts:1',
      'src/sandbox/pay.spec.ts:4',
      'src/support/ids.ts:1',
      'src/support/ids.ts:2',
    ],
  },
  {
    title: 'no two files import one another, directly or in a ring',
    check: (tree) => findCycles(tree, (path) => edgesOf(tree, path)),
    sample: {
      'src/support/a.ts': "import './b.js';",
      'src/support/b.ts': "import '../support/c.js';",
      'src/support/c.ts': "\nimport './a.js';",
      'src/support/d.ts': "import './a.js';",
    },
    caught: ['src/support/a.ts:1'],
  },
  {
    title: 'packages are entered by their front door',
    check: (tree) => breachesPerImport(tree, checkDeepImport),
    sample: {
      'src/shop/a.ts': "import '@nestjs/common/interfaces';\nimport '@nestjs/common';\nimport 'typeorm/driver/x.js';",
      'src/sandbox/b.tsx': "import 'preact/jsx-runtime';\nimport 'node:fs/promises';",
    },
    caught: ['src/shop/a.ts:1', 'src/shop/a.ts:3'],
  },
  {
    title: 'features reach one another through index.ts',
    check: (tree) => breachesPerImport(tree, checkFeatureDoor),
    sample: {
      'src/shop/orders/ledger.ts':
        "import '../client/index.js';\nimport '../client/transport.js';\nimport './merge.js';",
      'src/shop/tillbridge.module.ts': "import './orders/index.js';\nimport './orders/ledger.js';",
      'src/sandbox/payments/refunds.ts': "import '../core/index.js';\nimport '../core/sandbox.error.js';",
    },
    caught: ['src/shop/orders/ledger.ts:2', 'src/shop/tillbridge.module.ts:2', 'src/sandbox/payments/refunds.ts:2'],
  },
  {
    title: 'a feature imports only what stands below it',
    check: (tree) => breachesPerImport(tree, checkDirection),
    sample: {
      'src/shop/orders/ledger/ledger.ts':
        "import '../../core/index.js';\nimport '../../refunds/index.js';\nimport './merge.js';",
      'src/shop/core/core.module.ts': "import '../tillbridge.module.js';\nimport type { X } from '../client/index.js';",
      'src/shop/attic/box.ts': "import 'node:fs';",
      'src/shop/tillbridge.module.ts': "import './payments/index.js';",
      'src/sandbox/notifications/queue.ts':
        "import '../orders/index.js';\nimport type { X } from '../payments/index.js';\nimport '../sandbox.module.js';",
      'src/sandbox/attic/box.ts': "import 'node:fs';",
    },
    caught: [
      'src/shop/orders/ledger/ledger.ts:2',
      'src/shop/core/core.module.ts:1',
      'src/shop/core/core.module.ts:2',
      'src/shop/attic/box.ts:1',
      'src/sandbox/notifications/queue.ts:2',
      'src/sandbox/notifications/queue.ts:3',
      'src/sandbox/attic/box.ts:1',
    ],
  },
  {
    title: 'relative imports end in .js',
    check: (tree) => breachesPerImport(tree, checkEnding),
    sample: { 'src/protocol/a.ts': "import './b';\nimport './c.js';\nexport * from '..';" },
    caught: ['src/protocol/a.ts:1', 'src/protocol/a.ts:3'],
  },
  {
    title: 'examples import the package by its public names',
    check: (tree) => breachesPerImport(tree, checkExample),
    sample: {
      'examples/shop/start.ts': "import 'tillbridge/sandbox';\nimport '../../src/index.js';\nimport './page.js';",
    },
    caught: ['examples/shop/start.ts:2'],
  },
];
