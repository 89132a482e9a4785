import { isSpec, type Breach, type Rule, type SourceFile, type SourceTree } from './source-tree.js';

/** What stands in `test/` and belongs to no folder of `src`: wider than one room, or about the repository itself. */
const WIDER: ReadonlySet<string> = new Set([
  'architecture',
  'attacks',
  'chaos',
  'conformance',
  'contract',
  'docs',
  'e2e',
  'examples',
  'mutants',
  'newcomer',
  'package',
  'readme',
  'reference',
  'reliability',
  'simulation',
  'support',
  'types',
]);
/** Rooms whose folders in `test/` are those of their features. */
const WITH_FEATURES: ReadonlySet<string> = new Set(['shop']);
/** What opens a database, a socket or an application in a spec. */
const OPENERS =
  /from '(?:\.\.\/)+test\/support\/(?:engines|shop-host|order-stage|order-service|scripted-service)|NestFactory|\.listen\(|\.initialize\(\)|startSandbox/;

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

function foldersOf(tree: SourceTree): ReadonlySet<string> {
  const parts = [...tree.keys()].filter((path) => path.startsWith('src/')).map((path) => path.split('/'));
  return new Set(parts.flatMap((words) => words.slice(1, -1).map((_, index) => words.slice(1, index + 2).join('/'))));
}

function strayIn({ path }: SourceFile, folders: ReadonlySet<string>): Breach[] {
  const [, room, feature, ...rest] = path.split('/');
  if (room === undefined || feature === undefined || WIDER.has(room)) return [];
  if (!folders.has(room)) return [{ file: path, line: 1, message: `src has no folder ${room}` }];
  const isInFeature = WITH_FEATURES.has(room) && rest.length > 0;
  if (!isInFeature || folders.has(`${room}/${feature}`)) return [];
  return [{ file: path, line: 1, message: `src/${room} has no folder ${feature}` }];
}

const checkFolders = (tree: SourceTree): Breach[] => {
  const folders = foldersOf(tree);
  return [...tree.values()].filter(({ path }) => path.startsWith('test/')).flatMap((file) => strayIn(file, folders));
};

const checkOpeners = (tree: SourceTree): Breach[] =>
  [...tree.values()]
    .filter(({ path }) => path.startsWith('src/') && isSpec(path))
    .flatMap(({ path, text }) => {
      const found = OPENERS.exec(text);
      const message = 'opens a database, a socket or an application: such a spec stands in test/';
      return found ? [{ file: path, line: lineOf(text, found.index), message }] : [];
    });

/** Where specs stand. */
export const layoutRules: readonly Rule[] = [
  {
    title: 'the folders of test/ are those of src, or wider than one of them',
    check: checkFolders,
    sample: {
      'src/shop/orders/ledger.ts': '',
      'src/cli/main.ts': '',
      'test/cli/main.spec.ts': '',
      'test/e2e/crash.spec.ts': '',
      'test/polling/sweep.spec.ts': '',
      'test/shop/orders/support/stage.ts': '',
      'test/shop/parcels/sent.spec.ts': '',
      'test/shop/upgrade.spec.ts': '',
    },
    caught: ['test/polling/sweep.spec.ts:1', 'test/shop/parcels/sent.spec.ts:1'],
  },
  {
    title: 'a spec beside its file opens nothing',
    check: checkOpeners,
    sample: {
      'src/shop/orders/a.spec.ts': `import { merge } from './merge.js';`,
      'src/shop/orders/b.spec.ts': `\nimport { startShop } from '../../../${'test'}/support/shop-host.js';`,
      'src/shop/orders/c.ts': 'await NestFactory.create(App);',
    },
    caught: ['src/shop/orders/b.spec.ts:2'],
  },
];
