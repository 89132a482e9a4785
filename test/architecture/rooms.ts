/** What the files of one room may import, besides files of the same room. */
export interface Room {
  /** Rooms, or parts of one: `shop/*.entities` means the list of entities in `src/shop` only. */
  rooms: readonly string[];
  /** Packages; a trailing `*` stands for any ending. */
  packages: readonly string[];
}

/**
 * The import table (decision 002 says why `database/engine` is a room of its own).
 * A file belongs to the longest room name that its path below `src/` starts with; `index` is `src/index.ts`.
 */
export const ROOMS: Readonly<Record<string, Room>> = {
  protocol: { rooms: [], packages: ['node:crypto'] },
  // Of node:net only what computes: isIP and BlockList.
  support: {
    rooms: ['protocol'],
    packages: ['class-validator', 'node:crypto', 'node:net', 'node:timers/promises', 'reflect-metadata'],
  },
  pages: {
    rooms: ['protocol', 'support'],
    packages: ['@nestjs/*', 'preact*', 'node:*'],
  },
  'database/engine': { rooms: ['protocol', 'support'], packages: ['typeorm', 'node:*'] },
  shop: {
    rooms: ['protocol', 'support', 'database/engine'],
    packages: [
      '@nestjs/*',
      '@opentelemetry/api',
      'axios',
      'class-validator',
      'cli-table3',
      'cockatiel',
      'csv-parse',
      'csv-stringify',
      'eventsource-parser',
      'limiter',
      'preact*',
      'reflect-metadata',
      'rxjs',
      'typeorm',
      'node:*',
    ],
  },
  sandbox: {
    rooms: ['protocol', 'support', 'database/engine', 'pages'],
    packages: ['@nestjs/*', 'axios', 'class-validator', 'preact*', 'reflect-metadata', 'rxjs', 'typeorm', 'node:*'],
  },
  database: { rooms: ['shop/*.entities', 'database/engine'], packages: ['typeorm'] },
  dashboard: {
    rooms: ['protocol', 'support', 'database/engine', 'pages', 'shop'],
    packages: [
      '@nestjs/*',
      'class-validator',
      'csv-stringify*',
      'd3-array',
      'd3-scale',
      'd3-shape',
      'preact*',
      'reflect-metadata',
      'rxjs',
      'typeorm',
      'node:*',
    ],
  },
  health: { rooms: ['protocol', 'support', 'shop'], packages: ['@nestjs/*', 'reflect-metadata'] },
  bullmq: { rooms: ['support', 'shop'], packages: ['@nestjs/*', 'bullmq'] },
  telemetry: {
    rooms: ['protocol', 'support', 'shop', 'pages'],
    packages: ['@nestjs/*', '@opentelemetry/*', 'reflect-metadata', 'rxjs', 'node:*'],
  },
  // Made for the host's generator, which loads them by themselves.
  schematics: { rooms: [], packages: ['@angular-devkit/*', 'typescript', 'node:*'] },
  testing: {
    rooms: ['protocol', 'support', 'database/engine', 'shop', 'sandbox'],
    packages: ['@nestjs/*', 'typeorm', 'reflect-metadata', 'node:*'],
  },
  cli: {
    rooms: ['protocol', 'support', 'database/engine', 'database', 'shop', 'sandbox', 'testing', 'health'],
    packages: ['@nestjs/*', 'cli-progress', 'cli-table3', 'commander', 'typeorm', 'reflect-metadata', 'node:*'],
  },
  index: { rooms: ['protocol', 'support', 'shop'], packages: [] },
};

/**
 * The features of the shop and of the sandbox, each above those it may import; the files directly in `src/shop` and
 * `src/sandbox` stand above all of them (decision 035).
 */
export const FEATURES: Readonly<Record<string, readonly string[]>> = {
  shop: [
    'telemetry',
    'core',
    'data-source',
    'workers',
    'errors',
    'client',
    'decisions',
    'effects',
    'refund-records',
    'poll-schedule',
    'orders',
    'refunds',
    'polling',
    'notifications',
    'retention',
    'return-page',
    'diagnostics',
    'admin',
    'payments',
  ],
  sandbox: ['core', 'orders', 'notifications', 'payments', 'api', 'control', 'merchant'],
};

/** The entry points of packages that may be reached below their name. */
export const DEEP_IMPORTS: readonly string[] = ['csv-stringify/sync', 'preact/jsx-runtime'];

/** Finds the room of a path below `src/`, or `undefined` when the folder is not in the table. */
export function roomOf(path: string): string | undefined {
  if (/^src\/index\.tsx?$/.test(path)) return 'index';
  return Object.keys(ROOMS)
    .filter((room) => path.startsWith(`src/${room}/`))
    .sort((one, other) => other.length - one.length)[0];
}

/** Says whether an entry of {@link Room.rooms} covers a path of room `room`. */
export function coversPath(entry: string, room: string, path: string): boolean {
  const [name, part] = entry.split('/*');
  if (part === undefined) return entry === room;
  return name === room && path.replace(/\.tsx?$/, '').endsWith(part);
}
