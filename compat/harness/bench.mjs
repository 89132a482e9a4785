/** What a row needs to run: its installation, its Node, its database. */
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { lastLine, runCommand, startCommand } from './commands.mjs';
import { installSet, versionsIn } from './installs.mjs';
import { isLinked, linkedSet } from './linked.mjs';
import { compiledFolder, compileHost, complaintOf } from './plain-host.mjs';
import { runtime } from './runtimes.mjs';
import { placeSqliteDriver } from './sqlite-driver.mjs';

const PROGRAM_LIMIT_MS = 120_000;
const compiled = new Set();

/** The bench of one row. */
export class Bench {
  versions = {};

  constructor(row, { tarball, databases, key }) {
    Object.assign(this, { row, tarball, databases, key });
  }

  /** Installs what is missing; a row without a set installs its packages itself. @throws Error if npm fails */
  async prepare() {
    const { set, node } = this.row;
    this.versions = { node };
    if (set === undefined) return;
    this.folder = isLinked(set) ? linkedSet(set, this.tarball) : await installSet(set, this.tarball);
    this.runtime = await runtime(node);
    if (existsSync(join(this.folder, 'node_modules', 'better-sqlite3'))) {
      await placeSqliteDriver(this.folder, this.runtime);
    }
    this.versions = { node: this.runtime.version };
  }

  /** Adds the installed versions of packages to the record of the row. */
  note(...names) {
    Object.assign(this.versions, versionsIn(this.folder, names));
  }

  /** A new database. @returns its connection for the environment of a host */
  async database(engine = this.row.database) {
    const { options, version } = await this.databases.create(engine);
    if (version) this.versions[engine] = version;
    else this.note('better-sqlite3');
    return JSON.stringify(options);
  }

  /** Compiles programs of the plain host, unless an earlier row has done it. */
  async compile(files) {
    const key = `${this.folder} ${files}`;
    if (!compiled.has(key)) await compileHost(this.folder, files);
    compiled.add(key);
  }

  /**
   * Runs a program with the Node of the row. The host has its own key, which must not be printed.
   *
   * @returns {Promise<string>} its output
   */
  async run(args, { cwd, env }) {
    const options = { cwd, env: this.environment(env), limitMs: PROGRAM_LIMIT_MS, secret: this.key };
    return runCommand(this.runtime.binary, args, options);
  }

  /** Starts a program that keeps running; the caller must end it. */
  start(args, { cwd, env }) {
    return startCommand(this.runtime.binary, args, { cwd, env: this.environment(env) });
  }

  /** The environment with the Node of the row, for child processes of a program. */
  environment(env = {}) {
    return { HOST_API_KEY: this.key, PATH: `${dirname(this.runtime.binary)}${delimiter}${process.env.PATH}`, ...env };
  }

  /** Runs a compiled program of the plain host. @returns its last line, parsed as JSON */
  async play(module, program, env) {
    const cwd = compiledFolder(this.folder, module);
    return lastLine(await this.run([program.replace(/\.ts$/, '.js')], { cwd, env }));
  }

  /** Runs a program that sells and is paid. @returns the fault, or undefined */
  async judge(module, program, env) {
    return complaintOf(await this.play(module, program, env), module);
  }
}
