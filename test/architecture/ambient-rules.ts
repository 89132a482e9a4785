import ts from 'typescript';
import { breachesPerNode, isSource, type Rule } from './source-tree.js';

const CLOCK = 'src/support/clock.ts';

const isDate = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === 'Date';

/** `Date.now`, `new Date(…)` and `Date()`; `Date.UTC` and `Date.parse` only calculate. */
function readsTime(node: ts.Node): string | undefined {
  if (ts.isNewExpression(node) && isDate(node.expression)) return 'new Date() stands in src/support/clock.ts only';
  if (ts.isCallExpression(node) && isDate(node.expression)) return 'Date() stands in src/support/clock.ts only';
  if (ts.isPropertyAccessExpression(node) && isDate(node.expression) && node.name.text === 'now') {
    return 'Date.now stands in src/support/clock.ts only; take a Clock';
  }
  return undefined;
}

const isName = (node: ts.Node, name: string): boolean => ts.isIdentifier(node) && node.text === name;

function touchesHost(node: ts.Node): string | undefined {
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  if (isName(node.expression, 'console')) return 'console belongs to the cli; use a Nest Logger';
  const isOwned = node.name.text === 'env' || node.name.text === 'exit';
  return isName(node.expression, 'process') && isOwned ? `process.${node.name.text} belongs to the cli` : undefined;
}

/** An `await` outside every function, class member and arrow. */
function isTopLevelAwait(node: ts.Node): boolean {
  const awaits = ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined);
  return awaits && ts.findAncestor(node, (each) => ts.isFunctionLike(each) || ts.isClassLike(each)) === undefined;
}

function breaksCommonJs(node: ts.Node): string | undefined {
  if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword)
    return 'import.meta breaks the CJS copy';
  if (isTopLevelAwait(node)) return 'top-level await breaks the CJS copy';
  const isUse = ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent);
  return isUse && node.text === 'createRequire' ? 'createRequire breaks the CJS copy' : undefined;
}

const isTwofoldAssertion = (node: ts.Node): boolean =>
  ts.isAsExpression(node) &&
  ts.isAsExpression(node.expression) &&
  node.expression.type.kind === ts.SyntaxKind.UnknownKeyword;

function evadesTypes(node: ts.Node): string | undefined {
  if (isTwofoldAssertion(node)) return 'an assertion by way of unknown says nothing that was checked';
  return node.kind === ts.SyntaxKind.AnyKeyword ? 'any switches the checks off' : undefined;
}

const isOutsideCli = (path: string): boolean => isSource(path) && !path.startsWith('src/cli/');

/** Rules about time, the process, and what the second (CJS) copy of the package cannot do. */
export const ambientRules: readonly Rule[] = [
  {
    title: 'only src/support/clock.ts reads the time',
    check: (tree) => breachesPerNode(tree, (path) => isSource(path) && path !== CLOCK, readsTime),
    sample: {
      'src/shop/a.ts': 'const a = Date.now();\nconst b = new Date(5);\nconst c = Date.UTC(2026, 1);\nconst d = Date();',
      [CLOCK]: 'export const now = () => Date.now();',
    },
    caught: ['src/shop/a.ts:1', 'src/shop/a.ts:2', 'src/shop/a.ts:4'],
  },
  {
    title: 'only the cli touches process.env, process.exit and console',
    check: (tree) => breachesPerNode(tree, isOutsideCli, touchesHost),
    sample: {
      'src/shop/a.ts': 'const a = process.env.KEY;\nprocess.exit(1);\nconsole.log(a);\nprocess.nextTick(() => a);',
      'src/cli/main.ts': 'console.log(process.env.PORT);',
      'examples/shop/start.ts': 'console.log(process.env.PORT);',
    },
    caught: ['src/shop/a.ts:1', 'src/shop/a.ts:2', 'src/shop/a.ts:3'],
  },
  {
    title: 'nothing that the CJS copy cannot do',
    check: (tree) => breachesPerNode(tree, isSource, breaksCommonJs),
    sample: {
      'src/shop/a.ts':
        'const a = import.meta.url;\nawait start();\nconst b = async () => await start();\ncreateRequire(a);',
    },
    caught: ['src/shop/a.ts:1', 'src/shop/a.ts:2', 'src/shop/a.ts:4'],
  },
  {
    title: 'no any, and no assertion by way of unknown',
    check: (tree) => breachesPerNode(tree, isSource, evadesTypes),
    sample: { 'src/shop/a.ts': 'const a: any = 1;\nconst b = a as unknown as string;\nconst c = a as string;' },
    caught: ['src/shop/a.ts:1', 'src/shop/a.ts:2'],
  },
];
