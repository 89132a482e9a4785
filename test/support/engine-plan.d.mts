/** An engine on which the suite can run. */
export type TestEngineName = 'sqlite' | 'mariadb' | 'mysql' | 'postgres';

/** The decision for one engine. */
export interface EnginePlanEntry {
  name: TestEngineName;
  required: boolean;
  how: 'embedded' | 'url' | 'binary' | 'absent' | 'unwanted' | 'failed';
  url?: string;
  binary?: string;
  version?: string;
  reason?: string;
}

export const ENGINES: TestEngineName[];
export const URL_VARIABLES: Record<Exclude<TestEngineName, 'sqlite'>, string>;
export function howToGet(engine: TestEngineName): string;
export function parseEngineList(text: string | undefined): TestEngineName[] | undefined;
export function planEngines(facts: {
  requested?: TestEngineName[];
  urls?: Partial<Record<TestEngineName, string>>;
  binaries?: Partial<Record<TestEngineName, string>>;
}): EnginePlanEntry[];
export function missingEngines(plan: EnginePlanEntry[]): string[];
export function describePlan(plan: EnginePlanEntry[]): string;
