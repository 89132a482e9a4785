import type { Rule, SchematicContext, Tree } from '@angular-devkit/schematics';
import { NestProject } from '../project/nest-project.js';
import { isCompiler } from '../source/compiler.js';
import { addEverything } from './add-everything.js';
import { reportLines } from './report.js';
import { treeFiles } from './tree-files.js';

/** What `nest add tillbridge` may be given; schema.json says the same to the generator. */
export interface NestAddOptions {
  /** The folder of the application's source. Default `src`. */
  readonly sourceRoot?: string;
  /** Writes package.json, and leaves the installing to the caller. */
  readonly skipInstall?: boolean;
}

/** Installs what package.json asks for; better-sqlite3 is compiled by a script of its own. */
const INSTALL = { command: 'install', quiet: true, hideOutput: true, allowScripts: true };

/** The TypeScript of the project, whose own it is: the package brings none. */
function loadCompiler(): unknown {
  try {
    return require(require.resolve('typescript', { paths: [process.cwd()] }));
  } catch {
    return undefined;
  }
}

function refuse(context: SchematicContext, why: string): void {
  context.logger.error(
    `${why} Nothing was changed. How to do it by hand: README.md of tillbridge, "Use it in your shop".`,
  );
}

/**
 * `nest add tillbridge`: makes an existing Nest project take payments. Told by the generator, see collection.json.
 * Changes only what it understands, and says what is left to do by hand; a second run changes nothing.
 */
export function nestAdd({ sourceRoot = 'src', skipInstall = false }: NestAddOptions): Rule {
  return (tree: Tree, context: SchematicContext) => {
    const compiler = loadCompiler();
    if (!isCompiler(compiler)) return refuse(context, 'This project has no TypeScript to read its files with.');
    const project = new NestProject(treeFiles(tree), compiler, sourceRoot);
    const { outcomes, refusal } = addEverything(project);
    if (refusal !== undefined) return refuse(context, refusal);
    for (const line of reportLines(outcomes)) context.logger.info(line);
    const isAsked = outcomes.some(({ kind, where }) => kind === 'done' && where === 'package.json');
    if (isAsked && !skipInstall) {
      context.addTask({ toConfiguration: () => ({ name: 'node-package', options: INSTALL }) });
    }
    return undefined;
  };
}
