import { findCreation, findRootModule } from '../project/application.js';
import { hasConfigModule } from '../project/config-module.js';
import { globalPrefix, mainSettings } from '../project/main-settings.js';
import type { NestProject } from '../project/nest-project.js';
import { byHand, done, note, present, type Outcome } from '../project/outcome.js';
import { mentions } from '../source/lookups.js';
import { commandLineConfig, type CommandLineFacts } from './command-line.template.js';
import { ENVIRONMENT, paymentEffects, paymentOptions, type TemplateFacts } from './files.template.js';

const ROUTE = 'payments/notifications';
const CONFIG = 'tillbridge.config.mjs';
const CONFIG_NAMES = [CONFIG, 'tillbridge.config.js', 'tillbridge.config.cjs'];
const EXAMPLE = '.env.example';

const factsOf = (project: NestProject): TemplateFacts => ({
  notificationPath: `${globalPrefix(project) ?? ''}${ROUTE}`,
  hasConfigModule: hasConfigModule(project),
});

function commandLineFactsOf(project: NestProject): CommandLineFacts {
  const creation = findCreation(project);
  const root = findRootModule(project);
  const path = root?.source.path ?? `${project.sourceRoot}/app.module.ts`;
  // A monorepo is compiled to dist/apps/…, a single application to dist.
  const below = project.sourceRoot === 'src' ? path.slice('src/'.length) : path.replace(/\/src\//, '/');
  const { calls, names } = mainSettings(project);
  return {
    compiledModule: `./dist/${below.replace(/\.ts$/, '.js')}`,
    moduleName: root?.name ?? 'AppModule',
    isFastify: creation !== undefined && mentions(creation.main, 'FastifyAdapter'),
    calls,
    names,
  };
}

function create(project: NestProject, path: string, text: string, what: string): Outcome {
  if (project.files.exists(path)) return present(path, 'is there already and was left as it is');
  project.files.create(path, text);
  return done(path, what);
}

function addEnvironment(project: NestProject): Outcome {
  const before = project.files.exists(EXAMPLE) ? project.files.readText(EXAMPLE) : undefined;
  const missing = Object.entries(ENVIRONMENT)
    .filter(([name]) => !new RegExp(`^[#\\s]*${name}=`, 'm').test(before ?? ''))
    .map(([, text]) => `${text}\n`);
  if (missing.length === 0) return present(EXAMPLE, 'lists the variables');
  if (before === undefined) project.files.create(EXAMPLE, missing.join(''));
  else project.files.overwrite(EXAMPLE, `${before.trimEnd()}\n\n${missing.join('')}`);
  const reader = hasConfigModule(project) ? 'your ConfigModule reads .env' : 'Nest reads no .env by itself';
  return done(EXAMPLE, `lists the variables that payment-options.ts reads; ${reader}`);
}

function addCommandLine(project: NestProject): Outcome[] {
  const found = CONFIG_NAMES.find((name) => project.files.exists(name));
  if (found !== undefined) return [present(found, 'is there already and was left as it is')];
  const facts = commandLineFactsOf(project);
  const isPlain = project.sourceRoot === 'src' && findRootModule(project) !== undefined;
  return [
    create(project, CONFIG, commandLineConfig(facts), `lets the command line open ${facts.compiledModule}`),
    ...(isPlain ? [] : [note(CONFIG, `See whether your build puts the root module at ${facts.compiledModule}.`)]),
    ...mainSettings(project).unclear.map((method) =>
      byHand(CONFIG, `main.ts calls ${method} with what only it knows: make the same call of app in create.`),
    ),
  ];
}

function addPayments(project: NestProject, facts: TemplateFacts): Outcome[] {
  const folder = `${project.sourceRoot}/payments`;
  const options = `${folder}/payment-options.ts`;
  const unclear = `Whether and which global prefix stands before /${ROUTE} is not clear from main.ts: write the whole path into notificationUrl.`;
  return [
    create(
      project,
      options,
      paymentOptions(facts),
      `describes your account, ${facts.hasConfigModule ? 'by ConfigService' : 'from the environment'}`,
    ),
    create(
      project,
      `${folder}/payment-effects.service.ts`,
      paymentEffects(),
      'is an example of what to do upon a payment',
    ),
    ...(globalPrefix(project) === undefined ? [byHand(options, unclear)] : []),
  ];
}

/** Adds the files of `payments/`, unless the application already has a TillbridgeModule; then the other files. */
export function addFiles(project: NestProject): Outcome[] {
  const isSetUp = project.sources([project.sourceRoot]).some((source) => mentions(source, 'TillbridgeModule'));
  return [
    ...(isSetUp ? [] : addPayments(project, factsOf(project))),
    ...addCommandLine(project),
    addEnvironment(project),
  ];
}
