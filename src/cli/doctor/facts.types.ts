import type { Engine } from '../../database/engine/index.js';
import type { HealthFinding } from '../../health/health.rules.js';
import type { TerminalGroupMode } from '../../shop/index.js';
import type { AccountUse } from '../../shop/admin/index.js';
import type { KeyGap } from '../../shop/core/index.js';
import type { HandlerGap, StrayGroup } from '../../shop/diagnostics/index.js';
import type { Failure } from '../output/index.js';
import type { CheckResult } from './finding.types.js';

/** The result of an HTTP request to the notification route. */
export interface RouteFacts {
  readonly group: string;
  /** The target: a path of the application, or a URL. */
  readonly at: string;
  /** null: no answer, for this reason. */
  readonly answer: { readonly status: number; readonly contentType: string; readonly body: string } | null;
  readonly error: string | null;
}

/** One key that was tried. */
export interface KeyFacts {
  readonly group: string;
  readonly mode: TerminalGroupMode;
  /** Host of the service that was called. */
  readonly host: string;
  /** The key's fingerprint. */
  readonly key: string;
  readonly role: 'current' | 'spare' | 'waiting' | 'ended';
  readonly verdict: { readonly kind: 'known' | 'refused' } | { readonly kind: 'unclear'; readonly code: string };
}

/** The offset of one service's clock. */
export interface ServiceClockFacts {
  readonly groups: readonly string[];
  readonly host: string;
  /** The service's clock minus ours, in milliseconds, to the second; null: the answer has no time. */
  readonly aheadMs: number | null;
}

/** The facts about the clocks. */
export interface ClockFacts {
  /** The database's clock minus this machine's, in milliseconds. */
  readonly databaseAheadMs: number;
  readonly services: readonly ServiceClockFacts[];
}

/** A terminal group from the options, without secrets. */
export interface GroupFacts {
  readonly name: string;
  readonly mode: TerminalGroupMode;
  readonly baseUrl: string;
  readonly notificationUrl: string;
  readonly hasCron: boolean;
  /** The time in which no key of it is valid, if that is now. */
  readonly keyGap: KeyGap | null;
}

/** Facts about the database, and TypeORM's options for it. */
export interface DatabaseFacts {
  readonly engine: Engine;
  readonly isMariadb: boolean;
  /** Settings of the server and of our session, by their own names in lower case. */
  readonly settings: Readonly<Record<string, string>>;
  /** Isolation level of the module's own transactions; null on SQLite. */
  readonly ownIsolation: string | null;
  /** Our tables whose text is not utf8mb4. */
  readonly narrowTables: readonly string[];
  /** The limit of the connection pool; null if there is no pool. */
  readonly poolSize: number | null;
  /** A time that the database wrote, as it is read back, minus the true one, in milliseconds. */
  readonly timeShiftMs: number;
  /** Other processes that have the SQLite file open; null if that cannot be known. */
  readonly otherProcesses: number | null;
  readonly synchronizes: boolean;
  /** The database's error for a write to one of our tables; null: none. */
  readonly writeError: string | null;
}

/** The state of tables and migrations. */
export interface SchemaFacts {
  /** Our migrations that have not run. */
  readonly pending: readonly string[];
  /** Our migrations that the shop's DataSource does not list. */
  readonly unlisted: readonly string[];
  /** Missing tables, and missing columns as `table.column`. */
  readonly missingTables: readonly string[];
}

/** The addresses of the host in a notification URL. */
export interface HostFacts {
  readonly group: string;
  readonly host: string;
  /** Its IP addresses, empty if the name does not exist; null: no name server answered. */
  readonly addresses: readonly string[] | null;
}

/** Facts that matter only before real money is taken. */
export interface LiveFacts {
  readonly hosts: readonly HostFacts[];
  /** Processes of the shop with a recent sign of life, and those of them whose workers are not off; null: the tables cannot be read. */
  readonly processes: { readonly all: number; readonly working: number } | null;
  /** Events that have a handler. */
  readonly handled: readonly string[];
  /** What is late, has failed or needs attention; null: it cannot be read. */
  readonly health: readonly HealthFinding[] | null;
}

/** All facts for the checks. A part is missing if the shop could not be opened that far. */
export interface Facts {
  /** Why the application does not start in the command line; null: it does. */
  readonly start: Failure | null;
  readonly groups: readonly GroupFacts[];
  /** IANA zone of the service's times, from the options. */
  readonly timeZone: string | null;
  readonly database: DatabaseFacts | null;
  readonly schema: SchemaFacts | null;
  readonly clock: ClockFacts | null;
  /** Orders that are authorised since before an upgrade; null: the tables do not exist yet. */
  readonly ordersToRecheck: number | null;
  readonly keys: readonly KeyFacts[] | null;
  /** Terminal groups with open rows that no options have. */
  readonly strayGroups: readonly StrayGroup[] | null;
  /** Processes of the shop that lack handlers of other processes. */
  readonly handlerGaps: readonly HandlerGap[] | null;
  /** The users of the accounts, as far as the service could be asked. */
  readonly accounts: readonly AccountUse[] | null;
  /** The number of schedulers in the application. */
  readonly schedulers: number | null;
  /** Whether the configuration makes the application as `main` does. */
  readonly hasCreate: boolean;
  /** Results through the whole application, in this process. */
  readonly routes: readonly RouteFacts[] | null;
  /** Results from outside, at the given address; null: none was given. */
  readonly outside: readonly RouteFacts[] | null;
  /** null: the application does not start, or `--live` was not given. */
  readonly live: LiveFacts | null;
}

/** A check: a pure function of the facts. */
export interface Check {
  readonly name: string;
  /** The statement that is true if there is no finding. */
  readonly title: string;
  readonly decide: (facts: Facts) => CheckResult;
}
