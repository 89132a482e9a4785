import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TillbridgeOptions } from '../../src/shop/core/index.js';
import { readComposeFile, type ComposeService } from './support/compose-file.mjs';

const ROOT = process.cwd();
const FOLDER = 'examples/web-and-worker';
const read = (path: string): string => readFileSync(join(ROOT, FOLDER, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const { services, volumes } = readComposeFile(join(ROOT, FOLDER, 'compose.yaml'));
const { postgres, migrate, web, worker } = services as Record<string, ComposeService>;
const OURS = { migrate: migrate!, web: web!, worker: worker! };
const RUNNING = { web: web!, worker: worker! };
const sources = readdirSync(join(ROOT, FOLDER, 'src'))
  .map((file) => read(`src/${file}`))
  .join('\n');

/** `30s` in milliseconds. */
const msOf = (duration = ''): number => Number(/^(\d+)s$/.exec(duration)?.[1]) * 1_000;

/** The source of a program that a service starts. */
const sourceOf = (program = ''): string => program.replace(/^dist\/(.*)\.js$/, 'src/$1.ts');

describe('the compose file of the example with web and worker apart', () => {
  it('has a database, a job that migrates, and two replicas each of web and worker', () => {
    expect(Object.keys(services).sort()).toEqual(['migrate', 'postgres', 'web', 'worker']);
    expect([web?.deploy?.replicas, worker?.deploy?.replicas]).toEqual([2, 2]);
  });

  it('starts scripts and programs that the example has, from where they are', () => {
    const [npm, run, script = ''] = OURS.migrate.command ?? [];
    expect([npm, run, Object.keys(scripts).includes(script)]).toEqual(['npm', 'run', true]);
    for (const [name, { command = [], healthcheck }] of Object.entries(RUNNING)) {
      expect(command.join(' ')).toBe(scripts[`start:${name}`]);
      for (const program of [command[1], healthcheck?.test[2]])
        expect([program, existsSync(join(ROOT, FOLDER, sourceOf(program)))]).toEqual([program, true]);
    }
    for (const { working_dir: place, volumes: mounts } of Object.values(OURS))
      expect(mounts).toEqual([`.:${place}:ro`]);
    expect(Object.keys(volumes ?? {})).toEqual(postgres?.volumes?.map((mount) => mount.split(':')[0]));
  });

  it('sets only variables that the example reads, and all that it must have', () => {
    const known = [...read('src/settings.ts').matchAll(/(?:env\['|required\(')(\w+)'/g)].map(([, name]) => name!);
    const must = [...read('src/settings.ts').matchAll(/required\('(\w+)'/g)].map(([, name]) => name!);
    for (const { environment = {} } of Object.values(OURS)) {
      expect(known).toEqual(expect.arrayContaining(Object.keys(environment)));
      expect(Object.keys(environment)).toEqual(expect.arrayContaining(must));
    }
  });

  it('asks for health where the example answers: a port, a path, a file', () => {
    const { PORT, HOST } = RUNNING.web.environment!;
    const url = new URL(RUNNING.web.healthcheck!.test.at(-1)!);
    expect([url.port, HOST]).toEqual([PORT, '0.0.0.0']);
    expect(RUNNING.web.ports!.map((port) => port.split(':')[1])).toEqual([PORT]);
    const [, prefix] = /GLOBAL_PREFIX = '(\w+)'/.exec(sources)!;
    const [, path, version] = /@Controller\(\{ path: '(health)', version: '(\d)' \}\)/.exec(sources)!;
    expect(url.pathname).toBe(`/${prefix}/v${version}/${path}`);
    expect(RUNNING.worker.healthcheck!.test.at(-1)).toBe(RUNNING.worker.environment!['HEARTBEAT_FILE']);
  });

  it('starts them when the tables are there, and kills none that is still within its patience', () => {
    expect(migrate?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    const patience = new TillbridgeOptions().shutdownPatienceMs!;
    // The example does not change the default.
    expect(sources).not.toContain('shutdownPatienceMs');
    for (const { depends_on: needs, stop_grace_period: grace } of Object.values(RUNNING)) {
      expect(needs).toEqual({
        migrate: { condition: 'service_completed_successfully' },
        postgres: { condition: 'service_healthy' },
      });
      expect(msOf(grace)).toBeGreaterThan(patience);
    }
  });

  it('holds no secret: what is secret comes from the environment, and is missed where it is not there', () => {
    const secrets = /PASSWORD|KEY|TOKEN/;
    for (const { environment = {} } of [postgres!, ...Object.values(OURS)])
      for (const [name, value] of Object.entries(environment))
        if (secrets.test(name)) expect([name, value]).toEqual([name, expect.stringMatching(/^\$\{\w+:\?[^}]+\}$/)]);
    expect(OURS.web.environment!['DATABASE_URL']).toMatch(
      /:\/\/shop:\$\{POSTGRES_PASSWORD:\?[^}]+\}@postgres:5432\/shop$/,
    );
  });
});
