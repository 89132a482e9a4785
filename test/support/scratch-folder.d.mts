export function scratchFolder(environment?: NodeJS.ProcessEnv): string;
