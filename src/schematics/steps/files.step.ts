import type ts from 'typescript';
import { findCreation, findRootModule } from '../project/application.js';
import type { NestProject } from '../project/nest-project.js';
import { byHand, done, note, present, type Outcome } from '../project/outcome.js';
import { callsOf, mentions } from '../source/lookups.js';
import {
  commandLineConfig,
  ENVIRONMENT,
  paymentEffects,
  paymentOptions,
  type TemplateFacts,
} from './files.template.js';

const ROUTE = 'payments/notifications';
const CONFIG = 'tillbridge.config.mjs';
const CONFIG_NAMES = [CONFIG, 'tillbridge.config.js', 'tillbridge.config.cjs'];
const EXAMPLE = '.env.example';

/** The call that puts a prefix before every route, if there is one. */
function prefixOf(project: NestProject): { readonly text: string; readonly isKnown: boolean } {
  const creation = findCreation(project);
  const [call] = creation ? callsOf(creation.main, '*', ['setGlobalPrefix']) : [];
  const written: ts.Expression | undefined = call?.arguments[0];
  if (!creation || !written) return { text: '', isKnown: call === undefined };
  if (!project.compiler.isStringLiteralLike(written)) return { text: '', isKnown: false };
  const prefix = written.text.replace(/^\/+|\/+$/g, '');
  return { text: prefix === '' ? '' : `${prefix}/`, isKnown: true };
}

function factsOf(project: NestProject): TemplateFacts {
  const creation = findCreation(project);
  const root = findRootModule(project);
  const path = root?.source.path ?? `${project.sourceRoot}/app.module.ts`;
  // A monorepo is compiled to dist/apps/…, a single application to dist.
  const below = project.sourceRoot === 'src' ? path.slice('src/'.length) : path.replace(/\/src\//, '/');
  return {
    notificationPath: `${prefixOf(project).text}${ROUTE}`,
    compiledModule: `./dist/${below.replace(/\.ts$/, '.js')}`,
    moduleName: root?.name ?? 'AppModule',
    isFastify: creation !== undefined && mentions(creation.main, 'FastifyAdapter'),
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
  return done(EXAMPLE, 'lists the variables that payment-options.ts reads; Nest reads no .env by itself');
}

function addCommandLine(project: NestProject, facts: TemplateFacts): Outcome[] {
  const found = CONFIG_NAMES.find((name) => project.files.exists(name));
  if (found !== undefined) return [present(found, 'is there already and was left as it is')];
  const made = create(project, CONFIG, commandLineConfig(facts), `lets the command line open ${facts.compiledModule}`);
  const isPlain = project.sourceRoot === 'src' && findRootModule(project) !== undefined;
  return isPlain
    ? [made]
    : [made, note(CONFIG, `See whether your build puts the root module at ${facts.compiledModule}.`)];
}

function addPayments(project: NestProject, facts: TemplateFacts): Outcome[] {
  const folder = `${project.sourceRoot}/payments`;
  const options = `${folder}/payment-options.ts`;
  const unclear = `The global prefix is not written as a text in main.ts: put it before /${ROUTE} in notificationUrl.`;
  return [
    create(project, options, paymentOptions(facts), 'describes your account, from the environment'),
    create(
      project,
      `${folder}/payment-effects.service.ts`,
      paymentEffects(),
      'is an example of what to do upon a payment',
    ),
    ...(prefixOf(project).isKnown ? [] : [byHand(options, unclear)]),
  ];
}

/** The files of `payments/`, unless the application has a TillbridgeModule that someone set up; then the rest. */
export function addFiles(project: NestProject): Outcome[] {
  const facts = factsOf(project);
  const isSetUp = project.sources([project.sourceRoot]).some((source) => mentions(source, 'TillbridgeModule'));
  return [...(isSetUp ? [] : addPayments(project, facts)), ...addCommandLine(project, facts), addEnvironment(project)];
}
