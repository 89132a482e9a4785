import type { Compiler } from '../source/compiler.js';
import { Source } from '../source/source.js';

/** The files of a project, by paths from its root. Changes are written only after everything has succeeded. */
export interface ProjectFiles {
  exists(path: string): boolean;
  readText(path: string): string;
  create(path: string, text: string): void;
  overwrite(path: string, text: string): void;
  /** Every file below a folder ('' is the root), without installed and compiled files; empty if the folder does not exist. */
  pathsBelow(folder: string): string[];
}

/** The parts of package.json that matter here. */
export interface Manifest {
  readonly type?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const MANIFEST = 'package.json';
const isWritten = (path: string): boolean => path.endsWith('.ts') && !path.endsWith('.d.ts');

/** The steps of a path, without `.` and `..`. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The host's project: its files, the style of its imports, and its source folder. */
export class NestProject {
  constructor(
    readonly files: ProjectFiles,
    readonly compiler: Compiler,
    readonly sourceRoot: string,
  ) {}

  /** package.json; empty if it does not exist or cannot be read. */
  get manifest(): Manifest {
    const text = this.files.exists(MANIFEST) ? this.files.readText(MANIFEST) : '{}';
    try {
      return JSON.parse(text) as Manifest;
    } catch {
      return {};
    }
  }

  /** The major version of Nest in package.json; undefined if there is none. */
  get nestMajor(): number | undefined {
    const found = /\d+/.exec(this.manifest.dependencies?.['@nestjs/core'] ?? '')?.[0];
    return found === undefined ? undefined : Number(found);
  }

  /** Whether package.json lists a package, in any way. */
  asksFor(name: string): boolean {
    const { dependencies, devDependencies } = this.manifest;
    return dependencies?.[name] !== undefined || devDependencies?.[name] !== undefined;
  }

  /** The ending of relative imports: `.js` in a project for ESM, empty in one for CommonJS. */
  get suffix(): string {
    return this.manifest.type === 'module' ? '.js' : '';
  }

  /** A file with its syntax tree; undefined if it does not exist. */
  source(path: string): Source | undefined {
    if (!this.files.exists(path)) return undefined;
    return new Source(this.compiler, path, this.files.readText(path));
  }

  /** Every TypeScript file of some folders, tests included. */
  sources(folders: readonly string[]): Source[] {
    const paths = folders.flatMap((folder) => this.files.pathsBelow(folder)).filter(isWritten);
    return paths.map((path) => this.source(path)).filter((each) => each !== undefined);
  }

  /** The TypeScript files of the application and of its libraries, without tests. */
  get ownSources(): Source[] {
    return this.sources([this.sourceRoot, 'libs']).filter((source) => !source.path.endsWith('spec.ts'));
  }

  /**
   * The file of an import.
   *
   * @param from - the file that has the import
   * @param specifier - the imported path: relative, or beginning with the source root
   * @returns undefined for packages and missing files
   */
  follow(from: string, specifier: string): Source | undefined {
    const isRelative = specifier.startsWith('.');
    if (!isRelative && !specifier.startsWith(`${this.sourceRoot}/`)) return undefined;
    const stem = normal(isRelative ? `${from}/../${specifier}` : specifier).replace(/\.js$/, '');
    return this.source(`${stem}.ts`) ?? this.source(`${stem}/index.ts`);
  }

  /** Writes the changes of a source. @returns whether that was possible: text that does not parse is not written */
  write(source: Source): boolean {
    const text = source.isReadable ? source.changed() : undefined;
    if (text === undefined) return false;
    if (text !== source.text) this.files.overwrite(source.path, text);
    return true;
  }
}
