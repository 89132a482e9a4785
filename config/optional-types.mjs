/**
 * Lets a variable that may not be set be given to every optional field: `by?: string` becomes `by?: string | undefined` in the
 * declarations of the package. With the compiler's `exactOptionalPropertyTypes`, which `tsc --init` switches on, the first form
 * takes no `process.env.NAME`, although the package takes undefined for left out.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** What a bar after it would become a part of. */
const NEEDS_BRACKETS = new Set([
  ts.SyntaxKind.FunctionType,
  ts.SyntaxKind.ConstructorType,
  ts.SyntaxKind.ConditionalType,
  ts.SyntaxKind.InferType,
]);

const isOptionalField = (node) =>
  (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) &&
  node.questionToken !== undefined &&
  node.type !== undefined;

/** `Required` keeps an undefined that is written down, where optional fields are exact. */
const FILLED = 'type Filled<T> = { [Name in keyof T]-?: Exclude<T[Name], undefined> };';

/** The place of the name in a use of `Required`, as a type or as what an interface extends; undefined for all else. */
function requiredAt(node) {
  const name = ts.isTypeReferenceNode(node)
    ? node.typeName
    : ts.isExpressionWithTypeArguments(node)
      ? node.expression
      : undefined;
  return name !== undefined && ts.isIdentifier(name) && name.text === 'Required' ? name : undefined;
}

/** The text of a file of declarations, with undefined in the type of every optional field. */
export function admitUndefined(text) {
  const file = ts.createSourceFile('types.d.ts', text, ts.ScriptTarget.ES2023);
  const edits = [];
  const visit = (node) => {
    if (isOptionalField(node)) {
      const hasBrackets = NEEDS_BRACKETS.has(node.type.kind);
      if (hasBrackets) edits.push([node.type.getStart(file), '(']);
      edits.push([node.type.end, `${hasBrackets ? ')' : ''} | undefined`]);
    }
    const required = requiredAt(node);
    if (required !== undefined) edits.push([required.getStart(file), 'Filled', 'Required'.length]);
    ts.forEachChild(node, visit);
  };
  visit(file);
  // From the end on, so that places before stay where they are.
  const changed = edits
    .sort(([one], [other]) => other - one)
    .reduce((before, [at, added, gone = 0]) => before.slice(0, at) + added + before.slice(at + gone), text);
  return edits.some(([, added]) => added === 'Filled') ? `${changed}\n${FILLED}\n` : changed;
}

/** Does so with every file of a folder. */
export function admitUndefinedIn(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    if (text.includes('?:') || text.includes('Required<')) writeFileSync(path, admitUndefined(text));
  }
}
