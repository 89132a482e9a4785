import type { TestEngineName } from './engine-plan.mjs';

/** Paths of the found server programs, by engine. */
export function findServers(environment: NodeJS.ProcessEnv): Partial<Record<TestEngineName, string>>;

/** The path of `redis-server`, if there is one. */
export function findRedis(environment: NodeJS.ProcessEnv): string | undefined;
