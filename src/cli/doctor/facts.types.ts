import type { Engine } from '../../database/engine/index.js';
import type { HealthFinding } from '../../health/health.rules.js';
import type { TerminalGroupMode } from '../../shop/index.js';
import type { AccountUse } from '../../shop/admin/index.js';
import type { HandlerGap, StrayGroup } from '../../shop/diagnostics/index.js';
import type { Failure } from '../output/index.js';
import type { Verdict } from './finding.types.js';

/** What an HTTP request to the notification route came to. */
export interface RouteFacts {
  readonly group: string;
  /** Where it was sent: a path of the application, or an address. */
  readonly at: string;
  /** null: nothing came back, for this reason. */
  readonly answer: { readonly status: number; readonly contentType: string; readonly body: string } | null;
  readonly error: string | null;
}

/** One key that was tried. */
export interface KeyFacts {
  readonly group: string;
  readonly mode: TerminalGroupMode;
  /** Host of the service that was asked. */
  readonly host: string;
  /** The key's fingerprint. */
  readonly key: string;
  readonly role: 'current' | 'spare' | 'waiting' | 'ended';
  readonly verdict: { readonly kind: 'known' | 'refused' } | { readonly kind: 'unclear'; readonly code: string };
}

/** How the clock of one service stands to ours. */
export interface ServiceClockFacts {
  readonly groups: readonly string[];
  readonly host: string;
  /** The service's clock less ours, in milliseconds, to a second; null: it did not say. */
  readonly aheadMs: number | null;
}

/** What was found out about the clocks. */
export interface ClockFacts {
  /** The database's clock less this machine's, in milliseconds. */
  readonly databaseAheadMs: number;
  readonly services: readonly ServiceClockFacts[];
}

/** A terminal group as its options have it, without secrets. */
export interface GroupFacts {
  readonly name: string;
  readonly mode: TerminalGroupMode;
  readonly baseUrl: string;
  readonly notificationUrl: string;
  readonly hasCron: boolean;
}

/** What the database says of itself and what TypeORM was informed of it. */
export interface DatabaseFacts {
  readonly engine: Engine;
  readonly isMariadb: boolean;
  /** Settings of the server and of our session, by their own names in lower case. */
  readonly settings: Readonly<Record<string, string>>;
  /** Isolation inside the module's own transactions; null on SQLite. */
  readonly ownIsolation: string | null;
  /** Tables of ours whose text is not utf8mb4. */
  readonly narrowTables: readonly string[];
  /** Connections that the pool may open; null where there is no pool. */
  readonly poolSize: number | null;
  /** How far a time that the database wrote comes back, less the true one, in milliseconds. */
  readonly timeShiftMs: number;
  /** Other processes that have the SQLite file open; null where it cannot be known. */
  readonly otherProcesses: number | null;
  readonly synchronizes: boolean;
  /** What the database says when one of our tables is to be written; null: nothing. */
  readonly writeError: string | null;
}

/** How the tables stand to the migrations. */
export interface SchemaFacts {
  /** Migrations of ours that have not run. */
  readonly pending: readonly string[];
  /** Migrations of ours that the shop's DataSource does not list. */
  readonly unlisted: readonly string[];
  /** Tables that are not there, and columns that tables lack, as `table.column`. */
  readonly missingTables: readonly string[];
}

/** Where the host of a notification address leads. */
export interface HostFacts {
  readonly group: string;
  readonly host: string;
  /** Its IP addresses, none if there is no such name; null: no name server answered. */
  readonly addresses: readonly string[] | null;
}

/** What only matters before real money is taken. */
export interface LiveFacts {
  readonly hosts: readonly HostFacts[];
  /** Processes of the shop that were seen lately; null: the tables cannot be read. */
  readonly processes: number | null;
  /** Changes for which there is a handler. */
  readonly handled: readonly string[];
  /** What is late, has failed or needs attention; null: it cannot be read. */
  readonly health: readonly HealthFinding[] | null;
}

/** Everything that the checks judge. A part is missing when the shop could not be opened that far. */
export interface Facts {
  /** Why the application does not start as a tool; null: it does. */
  readonly start: Failure | null;
  readonly groups: readonly GroupFacts[];
  /** IANA zone of the service's times, by the options. */
  readonly timeZone: string | null;
  readonly database: DatabaseFacts | null;
  readonly schema: SchemaFacts | null;
  readonly clock: ClockFacts | null;
  /** Orders that stand as authorised since before an upgrade; null: the tables are not there yet. */
  readonly ordersToRecheck: number | null;
  readonly keys: readonly KeyFacts[] | null;
  /** Terminal groups with open rows that no options have. */
  readonly strayGroups: readonly StrayGroup[] | null;
  /** Processes of the shop that lack handlers of others. */
  readonly handlerGaps: readonly HandlerGap[] | null;
  /** Who uses the accounts, as far as they could be asked. */
  readonly accounts: readonly AccountUse[] | null;
  /** How often the application has a scheduler. */
  readonly schedulers: number | null;
  /** Whether the configuration makes the application the way `main` does. */
  readonly hasCreate: boolean;
  /** Through the whole application, in this process. */
  readonly routes: readonly RouteFacts[] | null;
  /** From outside, at the address that was given; null: none was. */
  readonly outside: readonly RouteFacts[] | null;
  /** null: the application does not start, or it was not asked for. */
  readonly live: LiveFacts | null;
}

/** A check: a pure judge over the facts. */
export interface Check {
  readonly name: string;
  /** What is well when there is no finding. */
  readonly title: string;
  readonly decide: (facts: Facts) => Verdict;
}
