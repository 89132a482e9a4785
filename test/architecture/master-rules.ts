import ts from 'typescript';
import { breachesPerNode, isSource, type Rule } from './source-tree.js';

/** The one that gives it out; and the two that change the manager itself. */
const HOMES: ReadonlySet<string> = new Set([
  'src/database/engine/master-manager.ts',
  'src/database/engine/open-transactions.ts',
  'src/database/engine/sqlite-gate.ts',
]);

/** What a DataSource reads from a replica with, or may after its next version. */
const READS: ReadonlySet<string> = new Set([
  'manager',
  'query',
  'sql',
  'getRepository',
  'getTreeRepository',
  'createQueryBuilder',
  'createEntityManager',
]);

const ADVICE = 'may read from a replica that lags; take masterManager(dataSource) of src/database/engine';

const INJECTED: ReadonlySet<string> = new Set(['InjectRepository', 'InjectEntityManager']);

const isDataSourceType = (type: ts.TypeNode | undefined): boolean =>
  type !== undefined && ts.isTypeReferenceNode(type) && type.typeName.getText() === 'DataSource';

/** Names that the file gives to a DataSource: parameters, properties and variables with that type. */
function namesOf(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set(['dataSource', '#dataSource']);
  const inspect = (node: ts.Node): void => {
    const isNamed = ts.isParameter(node) || ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node);
    if (isNamed && isDataSourceType(node.type)) names.add(node.name.getText());
    ts.forEachChild(node, inspect);
  };
  inspect(file);
  return names;
}

const known = new WeakMap<ts.SourceFile, ReadonlySet<string>>();

/** `dataSource`, `this.dataSource`, `shop.dataSource`, or whatever else the file calls it. */
function isDataSource(node: ts.Node): boolean {
  const file = node.getSourceFile();
  const names = known.get(file) ?? namesOf(file);
  known.set(file, names);
  if (ts.isPropertyAccessExpression(node)) return names.has(node.name.text);
  return ts.isIdentifier(node) && names.has(node.text);
}

const takesRead = (name: ts.Node | undefined): boolean =>
  name !== undefined &&
  ts.isObjectBindingPattern(name) &&
  name.elements.some((each) => READS.has((each.propertyName ?? each.name).getText()));

/** `const { manager } = this.dataSource`, and `({ manager }: DataSource) => …`. */
function unpacksRead(node: ts.Node): boolean {
  if (ts.isParameter(node)) return isDataSourceType(node.type) && takesRead(node.name);
  return (
    ts.isVariableDeclaration(node) &&
    node.initializer !== undefined &&
    isDataSource(node.initializer) &&
    takesRead(node.name)
  );
}

function readsAnywhere(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && READS.has(node.name.text) && isDataSource(node.expression)) {
    return `${node.name.text} of a DataSource ${ADVICE}`;
  }
  if (ts.isIdentifier(node) && INJECTED.has(node.text)) return `${node.text} ${ADVICE}`;
  return unpacksRead(node) ? `what is taken out of a DataSource ${ADVICE}` : undefined;
}

/** Rules about the server that is read from. */
export const masterRules: readonly Rule[] = [
  {
    title: 'outside of a transaction, only masterManager reads',
    check: (tree) => breachesPerNode(tree, (path) => isSource(path) && !HOMES.has(path), readsAnywhere),
    sample: {
      'src/shop/a.ts':
        'const a = this.dataSource.manager;\nconst b = dataSource.query("SELECT 1");\nconst { manager } = this.dataSource;\n' +
        'const c = ({ manager: m }: DataSource) => m;\nclass D { constructor(private readonly rows: DataSource) {}\n' +
        'e() { return this.rows.getRepository(E); } }\nconst f = dataSource.createQueryRunner();\n' +
        'class G { constructor(@InjectRepository(E) h) {} }\nconst i = masterManager(dataSource).query("SELECT 1");',
      'src/cli/b.ts': 'const a = shop.dataSource.createQueryBuilder();',
      'src/database/engine/master-manager.ts': 'const a = (dataSource: DataSource) => dataSource.manager;',
    },
    caught: [
      'src/shop/a.ts:1',
      'src/shop/a.ts:2',
      'src/shop/a.ts:3',
      'src/shop/a.ts:4',
      'src/shop/a.ts:6',
      'src/shop/a.ts:8',
      'src/cli/b.ts:1',
    ],
  },
];
