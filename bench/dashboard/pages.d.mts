import type { DataSource } from 'typeorm';

/** Every page of the dashboard: name and path below its address. */
export function pagesOf(host: { url: string; source: DataSource }): Promise<Record<string, string>>;
