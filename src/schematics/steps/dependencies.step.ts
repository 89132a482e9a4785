import { dataSourceImports } from '../project/type-orm.js';
import type { NestProject } from '../project/nest-project.js';
import { done, present, type Outcome } from '../project/outcome.js';

/** The peers of tillbridge that fit both versions of Nest. */
const ALWAYS = { axios: '^1.7.0', 'class-transformer': '^0.5.1', 'class-validator': '^0.15.0' };

/** Those that go with one version of Nest. */
const BY_NEST: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  11: { '@nestjs/axios': '^4.0.0', '@nestjs/schedule': '^6.0.0', '@nestjs/typeorm': '^11.0.0', typeorm: '^0.3.20' },
  12: { '@nestjs/axios': '^12.0.0', '@nestjs/schedule': '^12.0.0', '@nestjs/typeorm': '^12.0.0', typeorm: '^1.0.0' },
};

/** Where the schematic adds the database. Version 13 needs a newer Node than 20. */
const DRIVER = { 'better-sqlite3': '^12.0.0' };

const MANIFEST = 'package.json';

/** The versions of Nest that the module works with. */
export const NEST_VERSIONS: readonly number[] = Object.keys(BY_NEST).map(Number);

/**
 * The packages that a project of this Nest needs besides tillbridge.
 *
 * @param nest - first number of the version of Nest
 * @param hasDataSource - whether the project has a DataSource, and so a driver, of its own
 */
export function neededPackages(nest: number, hasDataSource: boolean): Readonly<Record<string, string>> {
  return { ...ALWAYS, ...BY_NEST[nest], ...(hasDataSource ? {} : DRIVER) };
}

/** Adds to package.json what is missing there. To be asked before the root module is changed. */
export function addPackages(project: NestProject): Outcome[] {
  const needed = neededPackages(project.nestMajor ?? 0, dataSourceImports(project).length > 0);
  const missing = Object.entries(needed).filter(([name]) => !project.asksFor(name));
  if (missing.length === 0) return [present(MANIFEST, 'asks for every package that is needed')];
  const text = project.files.readText(MANIFEST);
  const manifest = JSON.parse(text) as { dependencies?: Record<string, string> };
  const all = Object.entries({ ...manifest.dependencies, ...Object.fromEntries(missing) });
  manifest.dependencies = Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
  const indent = /^[ \t]+/m.exec(text)?.[0] ?? '  ';
  project.files.overwrite(MANIFEST, `${JSON.stringify(manifest, null, indent)}\n`);
  return [done(MANIFEST, `asks for ${missing.map(([name]) => name).join(', ')}`)];
}
