/**
 * What may be wrong with a statement: each operator looks at one node of the syntax tree, and gives the texts that could
 * stand there by mistake. None of them knows what the code is for.
 */
import ts from 'typescript';

const { SyntaxKind: Kind } = ts;

/** What stands from `start` to `end` becomes `text`. */
const instead = (node, text) => [{ start: node.getStart(), end: node.end, text }];

const NEGATED = {
  [Kind.EqualsEqualsEqualsToken]: '!==',
  [Kind.ExclamationEqualsEqualsToken]: '===',
  [Kind.LessThanToken]: '>=',
  [Kind.GreaterThanToken]: '<=',
  [Kind.LessThanEqualsToken]: '>',
  [Kind.GreaterThanEqualsToken]: '<',
};
const AT_THE_BOUND = {
  [Kind.LessThanToken]: '<=',
  [Kind.GreaterThanToken]: '>=',
  [Kind.LessThanEqualsToken]: '<',
  [Kind.GreaterThanEqualsToken]: '>',
};
const OTHER_LOGIC = { [Kind.AmpersandAmpersandToken]: '||', [Kind.BarBarToken]: '&&' };
const OTHER_SIGN = {
  [Kind.PlusToken]: '-',
  [Kind.MinusToken]: '+',
  [Kind.PlusEqualsToken]: '-=',
  [Kind.MinusEqualsToken]: '+=',
};
const OTHER_END = { min: 'max', max: 'min' };

/** Another operator of two operands. */
const binary = (table) => (node) =>
  ts.isBinaryExpression(node) && table[node.operatorToken.kind]
    ? instead(node.operatorToken, table[node.operatorToken.kind])
    : [];

/** The last name in what is called: `find` of `tx.find`. */
const calledName = (node) => {
  const { expression } = node;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
};
const isCallOf = (node, ...names) =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && names.includes(calledName(node));

/** A call in a chain is left out: what it was called on stays. */
const withoutLink = (node) => [{ start: node.expression.expression.end, end: node.end, text: '' }];

/** One of several elements with commas between them. */
function withoutElement(node, siblings) {
  const index = siblings.indexOf(node);
  const [next, previous] = [siblings[index + 1], siblings[index - 1]];
  if (next) return [{ start: node.getStart(), end: next.getStart(), text: '' }];
  return [{ start: previous ? previous.end : node.getStart(), end: node.end, text: '' }];
}

const withoutStatement = (node) =>
  instead(node, ts.isBlock(node.parent) || ts.isSourceFile(node.parent) || ts.isCaseClause(node.parent) ? '' : ';');

const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** Parts of a statement of SQL that is written out. */
function withoutSql(node, pattern) {
  if (!isText(node)) return [];
  const start = node.getStart();
  return [...node.getText().matchAll(pattern)].map(({ 0: { length }, index }) => ({
    start: start + index,
    end: start + index + length,
    text: '',
  }));
}
const ORDER_IN_SQL = / ORDER BY (?:\$\{[^}]*\}|[\w., "])+?(?= LIMIT|['"`)])/g;
const CONDITION_IN_SQL = / AND (?:\$\{[^}]*\}|[^'"`()$])+?(?= AND | ORDER | LIMIT |['"`)])/g;

const CONDITIONED = new Map([
  [Kind.IfStatement, 'expression'],
  [Kind.WhileStatement, 'expression'],
  [Kind.ConditionalExpression, 'condition'],
]);

function negated(node) {
  const condition = node[CONDITIONED.get(node.kind)];
  if (!condition) return [];
  // A single comparison is what `comparison flipped` changes.
  if (ts.isBinaryExpression(condition) && NEGATED[condition.operatorToken.kind]) return [];
  const isNot = ts.isPrefixUnaryExpression(condition) && condition.operator === Kind.ExclamationToken;
  return instead(condition, isNot ? condition.operand.getText() : `!(${condition.getText()})`);
}

/** The objects by which rows are chosen. */
function isWhere(node) {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)) return parent.name.getText() === 'where';
  if (!isCallOf(parent, 'update', 'delete', 'findBy', 'findOneBy', 'countBy', 'existsBy')) return false;
  return parent.arguments[1] === node;
}

function conditionRemoved(node) {
  if (ts.isIfStatement(node) && !node.elseStatement) return withoutStatement(node);
  if (ts.isBinaryExpression(node) && OTHER_LOGIC[node.operatorToken.kind])
    return [instead(node, node.left.getText()), instead(node, node.right.getText())].flat();
  if (isCallOf(node, 'filter', 'andWhere')) return withoutLink(node);
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 1 && isWhere(node))
    return node.properties.flatMap((property) => withoutElement(property, node.properties));
  return withoutSql(node, CONDITION_IN_SQL);
}

function orderRemoved(node) {
  if (
    ts.isPropertyAssignment(node) &&
    node.name.getText() === 'order' &&
    ts.isObjectLiteralExpression(node.initializer)
  )
    return withoutElement(node, node.parent.properties);
  if (isCallOf(node, 'orderBy', 'addOrderBy', 'sort', 'toSorted', 'toReversed')) return withoutLink(node);
  return withoutSql(node, ORDER_IN_SQL);
}

const isCall = (node) => ts.isCallExpression(ts.isAwaitExpression(node) ? node.expression : node);

const callDropped = (node) =>
  ts.isExpressionStatement(node) && isCall(node.expression) && !/^super\b/.test(node.getText())
    ? withoutStatement(node)
    : [];

const awaitDropped = (node) =>
  ts.isAwaitExpression(node) ? [{ start: node.getStart(), end: node.expression.getStart(), text: '' }] : [];

/** Neighbours only: each pair once. */
function argumentsSwapped(node) {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
  // The least of two is the same, whichever comes first.
  if (isCallOf(node, 'min', 'max')) return [];
  const given = node.arguments ?? [];
  return given.slice(1).flatMap((second, index) => {
    const first = given[index];
    const [one, other] = [first.getText(), second.getText()];
    return one === other ? [] : [{ start: first.getStart(), end: second.end, text: `${other}, ${one}` }];
  });
}

const returnsValue = (node) =>
  !ts.isFunctionLike(node) &&
  ((ts.isReturnStatement(node) && node.expression !== undefined) || ts.forEachChild(node, returnsValue) === true);

/** Only of functions that give nothing back: the compiler would refuse the others. */
function earlyReturn(node) {
  const { body } = node;
  if (!ts.isFunctionLike(node) || ts.isConstructorDeclaration(node) || !body || !ts.isBlock(body)) return [];
  if (body.statements.length === 0 || body.statements.some(returnsValue)) return [];
  const start = body.getStart() + 1;
  return [{ start, end: start, text: ' return;' }];
}

/** Greater ones are durations and sizes, of which no test can tell one more. */
const LARGEST_LIMIT = 100;

function offByOne(node) {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'take')
    return instead(node.initializer, `(${node.initializer.getText()}) + 1`);
  if (isCallOf(node, 'limit', 'take') && node.arguments.length === 1)
    return instead(node.arguments[0], `(${node.arguments[0].getText()}) + 1`);
  if (!ts.isNumericLiteral(node) || !/^\d+$/.test(node.text) || Number(node.text) > LARGEST_LIMIT) return [];
  const { parent } = node;
  const isFactor = ts.isBinaryExpression(parent) && parent.operatorToken.kind === Kind.AsteriskToken;
  const isNegative = ts.isPrefixUnaryExpression(parent);
  return isFactor || isNegative ? [] : instead(node, String(Number(node.text) + 1));
}

const FLIPPED = { [Kind.TrueKeyword]: 'false', [Kind.FalseKeyword]: 'true' };

const otherEnd = (node) =>
  isCallOf(node, 'min', 'max') && node.expression.expression.getText() === 'Math'
    ? instead(node.expression.name, OTHER_END[calledName(node)])
    : [];

/** By the name under which a survivor is printed. */
export const OPERATORS = {
  'comparison flipped': binary(NEGATED),
  'comparison off by one': binary(AT_THE_BOUND),
  'and for or': binary(OTHER_LOGIC),
  'sign changed': binary(OTHER_SIGN),
  'least for most': otherEnd,
  'condition negated': negated,
  'condition removed': conditionRemoved,
  'order removed': orderRemoved,
  'await dropped': awaitDropped,
  'call dropped': callDropped,
  'arguments swapped': argumentsSwapped,
  'early return': earlyReturn,
  'limit off by one': offByOne,
  'boolean flipped': (node) => (FLIPPED[node.kind] ? instead(node, FLIPPED[node.kind]) : []),
};

/** Types and imports have no defects that run. */
const isWithoutCode = (node) =>
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node);

/** See the types. */
export function defectsIn(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2023, true);
  const found = [];
  const visit = (node) => {
    if (isWithoutCode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    for (const [kind, operator] of Object.entries(OPERATORS))
      for (const change of operator(node)) found.push({ file, kind, ...change });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
