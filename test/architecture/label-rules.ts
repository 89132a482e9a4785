import ts from 'typescript';
import { breachesPerNode, type Rule } from './source-tree.js';

/** Attributes that people read, or hear read. */
const READ: ReadonlySet<string> = new Set([
  'all',
  'alt',
  'aria-label',
  'caption',
  'columns',
  'hint',
  'label',
  'placeholder',
  'text',
  'title',
  'what',
]);

/** `name` is a text of these parts, and a plain name of a field elsewhere. */
const NAMED: ReadonlySet<string> = new Set(['Fact', 'ListCard']);

const HAS_WORD = /\p{L}{2}/u;
/** What is no name of anything: a text in a variable, to be shown later. */
const HAS_WORDS = /\p{L}{2},? \p{L}/u;

const isPageView = (path: string): boolean => /^src\/(?:dashboard\/.*|pages\/[\w.-]*parts)\.tsx$/.test(path);

type Literal = ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail;

const isLiteral = (node: ts.Node): node is Literal =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);

const elementOf = (attribute: ts.JsxAttribute): string => attribute.parent.parent.tagName.getText();

function isRead(node: ts.JsxAttribute | ts.PropertyAssignment): boolean {
  const name = node.name.getText();
  if (ts.isPropertyAssignment(node)) return READ.has(name) || name === 'name';
  // The columns of a form are the name of a style.
  if (name === 'columns') return elementOf(node) === 'ListTable';
  return READ.has(name) || (name === 'name' && NAMED.has(elementOf(node)));
}

const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InKeyword,
]);

/** What is compared, looked up, imported or a type is not shown itself. */
const isInner = (node: ts.Node): boolean =>
  (ts.isBinaryExpression(node) && COMPARISONS.has(node.operatorToken.kind)) ||
  ts.isElementAccessExpression(node) ||
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node);

/** How a literal is used: shown as a child or in an attribute that people read, not shown, or not known here. */
function useOf(node: ts.Node): 'shown' | 'inner' | 'unknown' {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (isInner(at)) return 'inner';
    if (ts.isJsxAttribute(at)) return isRead(at) ? 'shown' : 'inner';
    if (ts.isPropertyAssignment(at)) return isRead(at) ? 'shown' : 'unknown';
    if (ts.isCallExpression(at) || ts.isStatement(at)) return 'unknown';
    if (ts.isJsxExpression(at) && !ts.isJsxAttribute(at.parent)) return 'shown';
  }
  return 'unknown';
}

function textIn(node: ts.Node): string | undefined {
  const isChild = ts.isJsxText(node);
  if (!isChild && !isLiteral(node)) return undefined;
  const text = node.text.trim();
  const use = isChild ? 'shown' : useOf(node);
  const isText = use === 'shown' ? HAS_WORD.test(text) : use === 'unknown' && HAS_WORDS.test(text);
  return isText ? `says ${JSON.stringify(text)}: take it from the labels of the context` : undefined;
}

/** Rules about the texts of the dashboard's pages. */
export const labelRules: readonly Rule[] = [
  {
    title: 'pages of the dashboard take their texts from the labels of their context',
    check: (tree) => breachesPerNode(tree, isPageView, textIn),
    sample: {
      'src/dashboard/orders/a.view.tsx': [
        "import { Fact } from '../../pages/parts.js';",
        'const a = <h1>Orders</h1>;',
        'const b = <p class="card empty">{count} {labels.orders} · {group}</p>;',
        "const c = <p>{count === 1 ? 'one order' : labels.orders}</p>;",
        "const d = <b class={kind === 'bad tone' ? 'tag bad' : 'tag good'}>{`${count} orders`}</b>;",
        'const e = <nav aria-label="Lists" id="lists" data-part="lists" />;',
        'const f = <Fact name="Order">{order}</Fact>;',
        'const g = <Choice name="group" label={labels.group} all="Any" values={groups} />;',
        "const h = <ListTable kind=\"t-orders\" columns={['Order', { name: 'Amount', of: 'figures' }]} />;",
        "const i = { button: { text: 'Find' } };",
        "const ENDINGS = { stopped: 'Stopped before the end.', tone: 'bad' };",
        'const k = <p>{isOpen && say("it is open")}</p>;',
        'const l = <FilterForm columns="five" action={`${base}/orders?state=open`} />;',
      ].join('\n'),
      'src/dashboard/orders/a.labels.ts': "export const A = { title: 'All orders' };",
      'src/pages/b.view.tsx': 'const b = <h1>Orders</h1>;',
    },
    caught: [2, 4, 5, 6, 7, 8, 9, 9, 10, 11, 12].map((line) => `src/dashboard/orders/a.view.tsx:${line}`),
  },
];
