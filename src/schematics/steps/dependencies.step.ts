import { dataSourceFiles } from '../project/data-source-files.js';
import { dataSourceImports } from '../project/type-orm.js';
import type { NestProject } from '../project/nest-project.js';
import { done, present, type Outcome } from '../project/outcome.js';

/** The peer dependencies of tillbridge with the same version for all versions of Nest. */
const ALWAYS = { axios: '^1.7.0', 'class-validator': '^0.15.0' };

/** Packages that depend on the version of Nest. */
const BY_NEST: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  11: { '@nestjs/axios': '^4.0.0', '@nestjs/schedule': '^6.0.0', '@nestjs/typeorm': '^11.0.0', typeorm: '^0.3.20' },
  12: { '@nestjs/axios': '^12.0.0', '@nestjs/schedule': '^12.0.0', '@nestjs/typeorm': '^12.0.0', typeorm: '^1.0.0' },
};

/** Version 13 needs a newer Node than 20. */
const DRIVER = { 'better-sqlite3': '^12.0.0' };

const MANIFEST = 'package.json';

/** The supported versions of Nest. */
export const NEST_VERSIONS: readonly number[] = Object.keys(BY_NEST).map(Number);

/** The lists of package.json that are extended. */
type Lists = Readonly<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>>;

/**
 * The packages that a project with this Nest needs besides tillbridge. The sandbox uses SQLite, also if the
 * shop runs on another engine.
 */
function neededPackages(nest: number, hasDataSource: boolean): Lists {
  const own = { ...ALWAYS, ...BY_NEST[nest] };
  return hasDataSource
    ? { dependencies: own, devDependencies: DRIVER }
    : { dependencies: { ...own, ...DRIVER }, devDependencies: {} };
}

const sorted = (packages: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(packages).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Adds the missing packages to package.json. Call it before the root module is changed. */
export function addPackages(project: NestProject): Outcome[] {
  const hasDataSource = dataSourceImports(project).length > 0 || dataSourceFiles(project).length > 0;
  const needed = neededPackages(project.nestMajor ?? 0, hasDataSource);
  const manifest = JSON.parse(project.files.readText(MANIFEST)) as Partial<Lists>;
  const added: string[] = [];
  for (const list of ['dependencies', 'devDependencies'] as const) {
    const missing = Object.entries(needed[list]).filter(([name]) => !project.asksFor(name));
    if (missing.length === 0) continue;
    Object.assign(manifest, { [list]: sorted({ ...manifest[list], ...Object.fromEntries(missing) }) });
    added.push(...missing.map(([name]) => name));
  }
  if (added.length === 0) return [present(MANIFEST, 'asks for every package that is needed')];
  const indent = /^[ \t]+/m.exec(project.files.readText(MANIFEST))?.[0] ?? '  ';
  project.files.overwrite(MANIFEST, `${JSON.stringify(manifest, null, indent)}\n`);
  return [done(MANIFEST, `asks for ${added.join(', ')}`)];
}
