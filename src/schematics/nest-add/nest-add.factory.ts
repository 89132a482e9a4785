import type { Rule, SchematicContext, Tree } from '@angular-devkit/schematics';
import { NestProject } from '../project/nest-project.js';
import { isCompiler } from '../source/compiler.js';
import { addEverything } from './add-everything.js';
import { reportLines } from './report.js';
import { treeFiles } from './tree-files.js';

/** The options of `nest add tillbridge`; schema.json declares the same. */
export interface NestAddOptions {
  /** The folder of the application's source. Default `src`. */
  readonly sourceRoot?: string;
  /** Writes package.json, and leaves the installation to the caller. */
  readonly skipInstall?: boolean;
}

/** Installs the packages of package.json; better-sqlite3 is compiled by its own script. */
const INSTALL = { command: 'install', quiet: true, hideOutput: true, allowScripts: true };

/** The project's own TypeScript, because this package contains none. */
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
 * `nest add tillbridge`: adds payments to an existing Nest project. Called by the generator, see collection.json. It
 * changes only code that it understands, and lists what is left to do by hand; a second run changes nothing.
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
