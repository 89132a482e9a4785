import { join } from 'node:path';
import ts from 'typescript';
import { namesIn, surroundings } from './example-scope.js';
import type { Example } from './examples.js';

/** What an example says that something is, and what it is: `isCountry('NL'); // true`. */
export interface Claim {
  /** `src/protocol/countries.ts:17` */
  place: string;
  claimed: unknown;
  is: unknown;
}

/** Rooms that are pure: whatever stands in them may be run. */
const PURE = /^src\/(?:protocol|support)\//;

/** Where names come from that an example does not have of its own file. */
const ROOMS = ['src/protocol/index.ts', 'src/support/index.ts'];

/** The comment behind a statement, on its line or on the next, when it is a value and not a remark. */
function valueBehind(text: string, statement: ts.Statement): string | null {
  const [, comment = ''] = /^;?\s*\/\/ (.*)/.exec(text.slice(statement.end)) ?? [];
  const { diagnostics = [] } = ts.transpileModule(`(${comment})`, { reportDiagnostics: true });
  return comment !== '' && diagnostics.length === 0 && !/^[A-Za-z](?!rue$|alse$|ull$|ndefined$)/.test(comment)
    ? comment
    : null;
}

/** The example with every such comment made a call of `claim`, or null where it has none. */
function withClaims({ text }: Example): string | null {
  const file = ts.createSourceFile('example.ts', text, ts.ScriptTarget.ES2023, true);
  const reported = file.statements.filter(ts.isExpressionStatement).flatMap((statement) => {
    const value = valueBehind(text, statement);
    return value === null ? [] : [{ statement, value }];
  });
  const made = reported.reduceRight((code, { statement, value }) => {
    const { line } = file.getLineAndCharacterOfPosition(statement.getStart());
    const call = `claim(${line}, ${statement.expression.getText()}, (${value}));`;
    return code.slice(0, statement.getStart()) + call + code.slice(statement.end);
  }, text);
  return reported.length > 0 ? made : null;
}

/** Runs what an example of a pure room says, and tells what came of it. One that needs a shop around it says nothing. */
export async function claimsOf(root: string, example: Example): Promise<Claim[]> {
  const code = PURE.test(example.path) ? withClaims(example) : null;
  const mentioned = namesIn(example);
  if (code === null || surroundings().some((name) => mentioned.has(name))) return [];
  const known: Record<string, unknown> = {};
  for (const path of [...ROOMS, example.path]) Object.assign(known, await import(join(root, path)));
  const names = Object.keys(known).filter((name) => mentioned.has(name));
  const claims: Claim[] = [];
  const claim = (line: number, is: unknown, claimed: unknown): void =>
    void claims.push({ place: `${example.path}:${example.line + line}`, claimed: claimed, is });
  const { outputText } = ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2023 } });
  new Function('claim', ...names, outputText)(claim, ...names.map((name) => known[name]));
  return claims;
}
