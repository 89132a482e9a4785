import type { NestProject } from '../project/nest-project.js';
import type { Outcome } from '../project/outcome.js';
import { addTables } from '../steps/database.step.js';
import { addPackages, NEST_VERSIONS } from '../steps/dependencies.step.js';
import { addFiles } from '../steps/files.step.js';
import { nameGuards } from '../steps/guards.step.js';
import { addImports } from '../steps/module.step.js';
import { keepRawBody, keepRawBodyInTests } from '../steps/raw-body.step.js';
import { enableShutdownHooks } from '../steps/shutdown-hooks.step.js';

/** What was done to a project, or why nothing was done. */
export interface Additions {
  readonly outcomes: readonly Outcome[];
  /** Why the project was not changed. */
  readonly refusal?: string;
}

/** The order matters: later steps read what exists before the root module is changed. */
const STEPS = [
  addPackages,
  addTables,
  addFiles,
  nameGuards,
  addImports,
  keepRawBody,
  enableShutdownHooks,
  keepRawBodyInTests,
];

/** Adds payments to a Nest project, step by step; a step that cannot be done does not stop the others. */
export function addEverything(project: NestProject): Additions {
  const nest = project.nestMajor;
  if (nest === undefined || !NEST_VERSIONS.includes(nest)) {
    return {
      outcomes: [],
      refusal: `It takes a project of Nest ${NEST_VERSIONS.join(' or ')}; package.json does not ask for @nestjs/core of one.`,
    };
  }
  return { outcomes: STEPS.flatMap((step) => step(project)) };
}
