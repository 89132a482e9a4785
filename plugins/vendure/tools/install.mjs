/**
 * Installs the plugin as its README says, into a project such as `@vendure/create` makes: npm has to find versions that fit
 * each other (no ERESOLVE), and to choose one Nest, one TypeORM and one Vendure for all of it. Nothing is downloaded but
 * what the choice takes.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { plugin, root } from './module.mjs';

const { version: vendure } = JSON.parse(readFileSync(join(plugin, 'node_modules/@vendure/core/package.json'), 'utf8'));
/** Two copies of one of these, and providers, entities or types of one are strangers to the other. */
const ONCE = ['@nestjs/common', '@nestjs/core', '@nestjs/typeorm', '@vendure/core', 'graphql', 'tillbridge', 'typeorm'];

const npm = (cwd, ...args) => execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** What `@vendure/create` installs for a database. */
const dependenciesOf = (driver) => ({
  ...Object.fromEntries(
    ['core', 'email-plugin', 'asset-server-plugin', 'graphiql-plugin', 'dashboard'].map((name) => [
      `@vendure/${name}`,
      vendure,
    ]),
  ),
  dotenv: '*',
  [driver]: '*',
});
const DEVELOPMENT = { '@vendure/cli': vendure, 'ts-node': '*', typescript: '5.8.2', vite: '^7.3.1' };

describe('the install of the README', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-vendure-install-'));
  before(() => {
    for (const home of [root, plugin]) npm(home, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const driver of ['better-sqlite3', 'pg', 'mysql2']) {
    it(`resolves in a new Vendure project with ${driver}`, () => {
      const project = join(folder, driver);
      mkdirSync(project);
      const described = {
        name: 'shop',
        private: true,
        dependencies: dependenciesOf(driver),
        devDependencies: DEVELOPMENT,
      };
      writeFileSync(join(project, 'package.json'), JSON.stringify(described));
      npm(project, 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline');
      const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
      assert.equal(tarballs.length, 2);
      const paths = tarballs.map((name) => `../${name}`);
      npm(project, 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', ...paths);
      const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
      for (const name of ONCE) {
        const copies = Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`));
        assert.deepEqual(copies, [`node_modules/${name}`]);
      }
    });
  }
});
