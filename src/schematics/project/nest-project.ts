import type { Compiler } from '../source/compiler.js';
import { Source } from '../source/source.js';

/** The files of a project, by paths from its root. What is written is kept back until everything has gone well. */
export interface ProjectFiles {
  exists(path: string): boolean;
  readText(path: string): string;
  create(path: string, text: string): void;
  overwrite(path: string, text: string): void;
  /** Every file below a folder, the root being '', but for what is installed or compiled; none when there is no such folder. */
  pathsBelow(folder: string): string[];
}

/** What package.json says, as far as it matters here. */
export interface Manifest {
  readonly type?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const MANIFEST = 'package.json';
const isWritten = (path: string): boolean => path.endsWith('.ts') && !path.endsWith('.d.ts');

/** The folders of a path and its last part, without `.` and `..`. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The host's project: its files, how it writes its imports, and where its source stands. */
export class NestProject {
  constructor(
    readonly files: ProjectFiles,
    readonly compiler: Compiler,
    readonly sourceRoot: string,
  ) {}

  /** package.json; empty when there is none, or none that can be read. */
  get manifest(): Manifest {
    const text = this.files.exists(MANIFEST) ? this.files.readText(MANIFEST) : '{}';
    try {
      return JSON.parse(text) as Manifest;
    } catch {
      return {};
    }
  }

  /** The first number of the Nest that package.json asks for; undefined when it asks for none. */
  get nestMajor(): number | undefined {
    const found = /\d+/.exec(this.manifest.dependencies?.['@nestjs/core'] ?? '')?.[0];
    return found === undefined ? undefined : Number(found);
  }

  /** Whether package.json asks for a package, in any way. */
  asksFor(name: string): boolean {
    const { dependencies, devDependencies } = this.manifest;
    return dependencies?.[name] !== undefined || devDependencies?.[name] !== undefined;
  }

  /** What relative imports end in: `.js` in a project that is written for ESM, nothing in one for CommonJS. */
  get suffix(): string {
    return this.manifest.type === 'module' ? '.js' : '';
  }

  /** A file with its syntax tree; undefined when it is not there. */
  source(path: string): Source | undefined {
    if (!this.files.exists(path)) return undefined;
    return new Source(this.compiler, path, this.files.readText(path));
  }

  /** Every TypeScript file of some folders, tests included. */
  sources(folders: readonly string[]): Source[] {
    const paths = folders.flatMap((folder) => this.files.pathsBelow(folder)).filter(isWritten);
    return paths.map((path) => this.source(path)).filter((each) => each !== undefined);
  }

  /** The TypeScript files of the application and of the libraries beside it, without tests. */
  get ownSources(): Source[] {
    return this.sources([this.sourceRoot, 'libs']).filter((source) => !source.path.endsWith('spec.ts'));
  }

  /**
   * The file that an import leads to.
   *
   * @param from - the file that has the import
   * @param specifier - what it names: a relative path, or one that begins with the source root
   * @returns undefined for packages and for what is not there
   */
  follow(from: string, specifier: string): Source | undefined {
    const isRelative = specifier.startsWith('.');
    if (!isRelative && !specifier.startsWith(`${this.sourceRoot}/`)) return undefined;
    const stem = normal(isRelative ? `${from}/../${specifier}` : specifier).replace(/\.js$/, '');
    return this.source(`${stem}.ts`) ?? this.source(`${stem}/index.ts`);
  }

  /** Writes the changes of a source. @returns whether they could be: what would not parse is not written */
  write(source: Source): boolean {
    const text = source.isReadable ? source.changed() : undefined;
    if (text === undefined) return false;
    if (text !== source.text) this.files.overwrite(source.path, text);
    return true;
  }
}
