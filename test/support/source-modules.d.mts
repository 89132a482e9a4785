export function compiledSource(path: string, cached: string): string;
