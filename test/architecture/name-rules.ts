import ts from 'typescript';
import { isSource, isSpec, lineOf, type Breach, type Rule, type SourceFile } from './source-tree.js';

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

const isFunction = (node: ts.Statement): boolean =>
  ts.isFunctionDeclaration(node) ||
  (ts.isVariableStatement(node) &&
    node.declarationList.declarations.some(({ initializer }) => initializer && ts.isArrowFunction(initializer)));

/** `OrdersService` → `orders-service`; a migration's class ends with the time that its file begins with. */
const kebab = (name: string): string =>
  name
    .replace(/\d{13}$/, '')
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3-$2')
    .toLowerCase();

/** `src/shop/orders/orders.service.ts` → `orders.service`. */
const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');

const isService = (node: ts.Statement): boolean =>
  ts.isClassDeclaration(node) && node.name?.text.endsWith('Service') === true;

/** The class that a file is about: the only one that it exports, with no exported function beside it. */
function subjectOf(file: SourceFile): ts.ClassDeclaration | undefined {
  const exported = file.syntax.statements.filter(isExported);
  const classes = exported.filter(ts.isClassDeclaration);
  return classes.length === 1 && !exported.some(isFunction) ? classes[0] : undefined;
}

function misnamed(file: SourceFile): Breach[] {
  const subject = subjectOf(file);
  const name = subject?.name?.text;
  const stem = stemOf(file.path);
  if (subject === undefined || name === undefined) {
    const holdsService = file.syntax.statements.some((each) => isExported(each) && isService(each));
    return stem.endsWith('.service') && !holdsService
      ? [{ file: file.path, line: 1, message: 'holds no service' }]
      : [];
  }
  const words = stem.replace(/^\d{13}-/, '').replaceAll('.', '-');
  // The shape of options stands in the file of the options: `polling.options.ts` holds PollingOptionsDto.
  const isNamed = words === kebab(name) || words === kebab(name.replace(/Dto$/, ''));
  return isNamed ? [] : [{ file: file.path, line: lineOf(file, subject), message: `holds ${name}` }];
}

/** What a file declares and exports; an overloaded function counts once. */
const exportedNames = ({ syntax }: SourceFile): Map<string, ts.Node> => {
  const declared = syntax.statements.filter(isExported).flatMap((node): readonly ts.Node[] => {
    if (ts.isVariableStatement(node)) return node.declarationList.declarations;
    return [node];
  });
  return new Map(
    declared.flatMap((node) => {
      const { name } = node as ts.NamedDeclaration;
      return name && ts.isIdentifier(name) ? [[name.text, node] as const] : [];
    }),
  );
};

/** The service's side has words of its own: it shares with the shop's side only what both use. */
const SHARED = /^src\/(protocol|support|database|pages)\//;
const SIDES: readonly ((path: string) => boolean)[] = [
  (path) => !path.startsWith('src/sandbox/'),
  (path) => path.startsWith('src/sandbox/') || SHARED.test(path),
];

function namedAlike(files: readonly SourceFile[]): Breach[] {
  const first = new Map<string, string>();
  return files.flatMap((file) =>
    [...exportedNames(file)].flatMap(([name, node]): Breach[] => {
      const other = first.get(name);
      if (other === undefined) first.set(name, file.path);
      return other === undefined
        ? []
        : [{ file: file.path, line: lineOf(file, node), message: `exports ${name}, as ${other} does` }];
    }),
  );
}

/** Rules about the names of files and of what they hold. */
export const nameRules: readonly Rule[] = [
  {
    title: 'a file is named after the class that it holds',
    check: (tree) => [...tree.values()].filter(({ path }) => isSource(path) && !isSpec(path)).flatMap(misnamed),
    sample: {
      'src/shop/orders/orders.service.ts': 'export class OrdersService {}',
      'src/shop/orders/book.ts': 'export interface Page {}\nexport class LockedOrders {}',
      'src/shop/orders/reads.service.ts': 'export class ReturnReads {}',
      'src/shop/orders/sums.service.ts': 'export function sum() {}',
      'src/shop/orders/read-csv.ts': 'export class CsvFault extends Error {}\nexport const readCsv = () => [];',
      'src/shop/orders/polling.options.ts': 'export class PollingOptionsDto {}',
      'src/database/migrations/1764000000000-initial-tables.ts': 'export class InitialTables1764000000000 {}',
    },
    caught: ['src/shop/orders/book.ts:2', 'src/shop/orders/reads.service.ts:1', 'src/shop/orders/sums.service.ts:1'],
  },
  {
    title: 'a name stands for one thing',
    check: (tree) => {
      const sources = [...tree.values()].filter(({ path }) => isSource(path) && !isSpec(path));
      return SIDES.flatMap((isOf) => namedAlike(sources.filter(({ path }) => isOf(path))));
    },
    sample: {
      'src/cli/doctor/finding.types.ts': 'export interface Finding {}',
      'src/cli/signature/finding.types.ts': 'export interface Finding {}',
      'src/protocol/fault.ts': 'export function read(): void;\nexport function read() {}\nexport interface Fault {}',
      'src/sandbox/core/fault.ts': 'export const a = 1, Fault = 2;',
      'src/sandbox/orders/order.ts': 'export interface Order {}\ninterface Fault {}',
      'src/shop/orders/order.ts': 'export interface Order {}\nexport type { Fault } from "../../protocol/fault.js";',
    },
    caught: ['src/cli/signature/finding.types.ts:1', 'src/sandbox/core/fault.ts:1'],
  },
];
