import type ts from 'typescript';
import { findCreation, findRootModule } from '../project/application.js';
import type { NestProject } from '../project/nest-project.js';
import { byHand, done, note, present, type Outcome } from '../project/outcome.js';
import { append } from '../source/lists.js';
import { bare, callsOf, constantOf, mentions, names, propertyOf } from '../source/lookups.js';
import type { Source } from '../source/source.js';

const WHY = 'The signature covers the bytes as they were sent; without them the module refuses to start.';
const HAND = `Pass { rawBody: true } to NestFactory.create. ${WHY}`;
const OPTIONS = '{ rawBody: true }';

/** Whether a call with Nest's options is correct, was changed, or is not understood. */
type Verdict = 'present' | 'changed' | 'unclear';

function completeOptions(source: Source, options: ts.ObjectLiteralExpression): Verdict {
  const { TrueKeyword, FalseKeyword } = source.compiler.SyntaxKind;
  const kindOf = (name: string): ts.SyntaxKind | undefined => propertyOf(source, options, name)?.initializer.kind;
  if (names(source, options, 'bodyParser') && kindOf('bodyParser') !== TrueKeyword) return 'unclear';
  const rawBody = propertyOf(source, options, 'rawBody');
  if (rawBody?.initializer.kind === TrueKeyword) return 'present';
  if (rawBody?.initializer.kind === FalseKeyword) source.replace(rawBody.initializer, 'true');
  else if (names(source, options, 'rawBody')) return 'unclear';
  else append(source, options, ['rawBody: true']);
  return 'changed';
}

const isAdapter = (source: Source, value: ts.Expression): boolean =>
  source.compiler.isNewExpression(value) && value.expression.getText(source.syntax).endsWith('Adapter');

/** @param first - index of the argument that may be the adapter or Nest's options */
function completeCall(source: Source, call: ts.CallExpression, first: number): Verdict {
  const last = call.arguments.slice(first).at(-1);
  if (!last) {
    source.insert(call.arguments.at(-1)?.getEnd() ?? call.getEnd() - 1, first > 0 ? `, ${OPTIONS}` : OPTIONS);
    return 'changed';
  }
  const { isIdentifier, isObjectLiteralExpression } = source.compiler;
  const written = bare(source, last);
  const value = bare(source, (isIdentifier(written) && constantOf(source, written.text)) || written);
  if (isObjectLiteralExpression(value)) return completeOptions(source, value);
  if (call.arguments.length !== first + 1 || !isAdapter(source, value)) return 'unclear';
  source.insert(last.getEnd(), `, ${OPTIONS}`);
  return 'changed';
}

/** Adds `rawBody: true` where `main.ts` creates the application, on Express or on Fastify. */
export function keepRawBody(project: NestProject): Outcome[] {
  const creation = findCreation(project);
  if (!creation)
    return [byHand(`${project.sourceRoot}/main.ts`, `There is no single NestFactory.create here. ${HAND}`)];
  const { main, call } = creation;
  const verdict = completeCall(main, call, 1);
  if (verdict === 'present') return [present(main.path, 'keeps the raw body')];
  if (verdict === 'unclear' || !project.write(main)) {
    return [byHand(main.path, `${HAND} It cannot be combined with bodyParser: false.`)];
  }
  return [done(main.path, 'keeps the raw body of requests (rawBody: true); signatures are checked over it')];
}

function adaptTest(project: NestProject, source: Source): Outcome[] {
  const verdicts = callsOf(source, '*', ['createNestApplication']).map((call) => completeCall(source, call, 0));
  if (verdicts.every((verdict) => verdict === 'present')) return [];
  if (verdicts.includes('unclear') || !project.write(source)) {
    return [note(source.path, `This test makes the application as well; it needs ${OPTIONS} there, too.`)];
  }
  return [done(source.path, `makes the application with ${OPTIONS}, as main.ts does`)];
}

/** The same for tests that create the whole application, such as the test of `nest new`. */
export function keepRawBodyInTests(project: NestProject): Outcome[] {
  const module = findRootModule(project)?.name;
  if (module === undefined) return [];
  return project
    .sources([project.sourceRoot, 'test'])
    .filter((source) => source.path.endsWith('spec.ts') && mentions(source, module))
    .flatMap((source) => adaptTest(project, source));
}
