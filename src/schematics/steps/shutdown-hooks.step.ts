import type ts from 'typescript';
import { findCreation, type Creation } from '../project/application.js';
import type { NestProject } from '../project/nest-project.js';
import { done, note, present, type Outcome } from '../project/outcome.js';
import { mentions } from '../source/lookups.js';

const METHOD = 'enableShutdownHooks';
const WHY = 'told to stop, the application finishes the payments it is at work on';

/** The statement that gives the application a name: `const app = await NestFactory.create(…);`. */
function namedBy({ main, call }: Creation): { name: string; statement: ts.VariableStatement } | undefined {
  const { isAwaitExpression, isParenthesizedExpression, isAsExpression } = main.compiler;
  const { isIdentifier, isVariableDeclaration, isVariableStatement } = main.compiler;
  let node: ts.Node = call.parent;
  while (isAwaitExpression(node) || isParenthesizedExpression(node) || isAsExpression(node)) node = node.parent;
  if (!isVariableDeclaration(node) || !isIdentifier(node.name)) return undefined;
  const statement = node.parent.parent;
  return isVariableStatement(statement) ? { name: node.name.text, statement } : undefined;
}

/**
 * Calls `enableShutdownHooks` in `main.ts`. Without it a process ends at once at SIGTERM, and what it was at work on waits until
 * its leases have ended.
 */
export function enableShutdownHooks(project: NestProject): Outcome[] {
  const creation = findCreation(project);
  const where = creation?.main.path ?? `${project.sourceRoot}/main.ts`;
  if (creation && mentions(creation.main, METHOD)) return [present(where, `calls ${METHOD}`)];
  const named = creation && namedBy(creation);
  if (named) {
    const { name, statement } = named;
    const indent = creation.main.indentAt(statement.getStart(creation.main.syntax));
    creation.main.insert(statement.getEnd(), `\n${indent}${name}.${METHOD}();`);
    if (project.write(creation.main)) return [done(where, `calls ${METHOD}: ${WHY}`)];
  }
  return [note(where, `Call ${METHOD}() on the application, if nothing does: ${WHY}.`)];
}
