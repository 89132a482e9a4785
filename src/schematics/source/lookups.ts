import type ts from 'typescript';
import type { Source } from './source.js';

/** Every node of a file for which a guard is true, in the order of the text. */
export function nodesOf<Found extends ts.Node>(
  source: Source,
  guard: (node: ts.Node) => node is Found,
  root: ts.Node = source.syntax,
): Found[] {
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (guard(node)) found.push(node);
    node.forEachChild(visit);
  };
  root.forEachChild(visit);
  return found;
}

/** Calls of `object.method(…)`, for any of the given methods; the object `*` matches any expression. */
export function callsOf(
  source: Source,
  object: string,
  methods: readonly string[],
  root?: ts.Node,
): ts.CallExpression[] {
  const { isPropertyAccessExpression, isIdentifier, isCallExpression } = source.compiler;
  return nodesOf(source, isCallExpression, root).filter(
    ({ expression }) =>
      isPropertyAccessExpression(expression) &&
      (object === '*' || (isIdentifier(expression.expression) && expression.expression.text === object)) &&
      methods.includes(expression.name.text),
  );
}

/** Whether a name is used anywhere in the file. */
export function mentions(source: Source, name: string, root?: ts.Node): boolean {
  return nodesOf(source, source.compiler.isIdentifier, root).some((each) => each.text === name);
}

/** A property of an object with a value: `name: value`. */
export function propertyOf(
  source: Source,
  object: ts.ObjectLiteralExpression,
  name: string,
): ts.PropertyAssignment | undefined {
  const { isPropertyAssignment, isIdentifier, isStringLiteral } = source.compiler;
  return object.properties
    .filter(isPropertyAssignment)
    .find((each) => (isIdentifier(each.name) || isStringLiteral(each.name)) && each.name.text === name);
}

/** Whether an object has a property, also as a shorthand, a getter or a method. */
export function names(source: Source, object: ts.ObjectLiteralExpression, name: string): boolean {
  return object.properties.some((each) => each.name?.getText(source.syntax).replace(/^['"]|['"]$/g, '') === name);
}

/** An expression without parentheses and without `as` and `satisfies`. */
export function bare(source: Source, expression: ts.Expression): ts.Expression {
  const { isParenthesizedExpression, isAsExpression, isSatisfiesExpression } = source.compiler;
  return isParenthesizedExpression(expression) || isAsExpression(expression) || isSatisfiesExpression(expression)
    ? bare(source, expression.expression)
    : expression;
}

/** The value of a `const` of the file; undefined if several have the name. */
export function constantOf(source: Source, name: string): ts.Expression | undefined {
  const { isVariableDeclaration, isIdentifier, NodeFlags } = source.compiler;
  const [found, ...others] = nodesOf(source, isVariableDeclaration).filter(
    (each) => isIdentifier(each.name) && each.name.text === name,
  );
  if (!found || others.length > 0 || (found.parent.flags & NodeFlags.Const) === 0) return undefined;
  return found.initializer;
}
