import type { CanActivate, DynamicModule, FactoryProvider, Type } from '@nestjs/common';
import type { Money, PaymentError } from '../protocol/index.js';
import { areLinks } from '../pages/page-context.js';
import { faultList, refusal } from '../shop/core/index.js';
import { AsIs } from '../support/fields/field.decorators.js';
import { namesOf } from '../support/fields/fields.js';
import { unknownNames, type NameTree } from '../support/index.js';

/** As much of a request as every host has; {@link DashboardOptions.user} may ask for its own host's. */
export interface DashboardRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly url: string;
}

/**
 * What a person may do on the dashboard:
 * - `read`: look at everything, change nothing;
 * - `refundUpTo`: also ask the service about an order, mark it as seen to, cancel a refund, and give money back: of one order
 *   at most these amounts, one for each currency, all refunds together that this person has asked for;
 * - `everything`.
 *
 * @example
 * const helpDesk: DashboardRole = { refundUpTo: [Money.of('50.00', 'EUR'), Money.of('45.00', 'GBP')] };
 */
export type DashboardRole = 'read' | 'everything' | { readonly refundUpTo: readonly Money[] };

/** A guard of the host's own: its class, which Nest makes or has made, or one that is made already. */
export type DashboardGuard = Type<CanActivate> | CanActivate;

/**
 * What is decided when the dashboard is imported: who is let in, and where it is.
 *
 * @example
 * const structure: DashboardStructure = { guard: { canActivate: () => false }, path: 'staff/payments' };
 */
export class DashboardStructure {
  /**
   * The guard, or guards in order, that every request of the dashboard has to pass. There is no dashboard without one.
   * A class that a module of the host provides is taken from there; another one is made here, with what `imports` export.
   */
  @AsIs()
  guard: DashboardGuard | readonly DashboardGuard[];
  /** Where the dashboard is, without global prefix. Default `payments/dashboard`. */
  @AsIs()
  path?: string;
  /** Put on every controller, e.g. `[Public(), SkipThrottle()]` for the host's global guards, or `[Roles('support')]`. */
  @AsIs()
  decorators?: readonly ClassDecorator[];
  /**
   * Modules whose exports the guard, or the factory of the options, needs; and the one that exports `TillbridgeModule`
   * where that is not global.
   */
  @AsIs()
  imports?: DynamicModule['imports'];
}

/**
 * How the dashboard behaves; may come from an async factory.
 *
 * @example
 * const options: DashboardOptions = { user: ({ headers }) => String(headers['x-staff']), timeZone: 'Europe/Paris' };
 */
export class DashboardOptions {
  /**
   * Who sent a request that the guard let through: a name or account of the shop's own, at most 120 characters. It is shown
   * to that person, recorded with everything they do, and their forms are of no use to anybody else.
   */
  @AsIs()
  user: { of(request: DashboardRequest): string | Promise<string> }['of'];
  /**
   * What the sender of a request may do; asked for each request. Forms that the role may not send are not shown, and are
   * refused with 403 however they come. Default: `everything`, for all whom the guard lets in.
   */
  @AsIs()
  role?: { of(request: DashboardRequest): DashboardRole | Promise<DashboardRole> }['of'];
  /**
   * At least 32 characters by which forms are known as the dashboard's own. Needed where several processes answer for one
   * address; the same for all. Default: new with every start.
   */
  @AsIs()
  formSecret?: string;
  /** What a proxy takes off the path before the request comes here, e.g. `/shop`. Default: nothing. */
  @AsIs()
  proxyPrefix?: string;
  /** Shown at the end of each page, e.g. a link back to your back office: `{ text, href }`. Default none. */
  @AsIs()
  links?: readonly { readonly text: string; readonly href: string }[];
  /** IANA zone of the times shown. Default: the `timeZone` of the module. */
  @AsIs()
  timeZone?: string;
}

/** Options of {@link TillbridgeDashboardModule.forRoot}. */
export type TillbridgeDashboardOptions = DashboardStructure & DashboardOptions;

/** Options of {@link TillbridgeDashboardModule.forRootAsync}. */
export interface TillbridgeDashboardAsyncOptions extends DashboardStructure {
  inject?: FactoryProvider['inject'];
  useFactory: FactoryProvider<DashboardOptions | Promise<DashboardOptions>>['useFactory'];
}

/** Where the dashboard is unless told otherwise. */
export const DEFAULT_PATH = 'payments/dashboard';

const SHORTEST_SECRET = 32;
const PATH = /^[\w-]+(\/[\w-]+)*$/;
const PREFIX = /^(\/[\w.~-]+)*$/;

/** Of `forRoot`, where structure and options stand side by side. */
export const ALL_NAMES: NameTree = { ...namesOf(DashboardStructure), ...namesOf(DashboardOptions) };

/**
 * Judges what is decided at import: above all that there is a guard.
 *
 * @throws PaymentError `DASHBOARD_UNGUARDED`, `OPTIONS_INVALID`
 */
export function checkStructure(structure: DashboardStructure): void {
  const { guard, path = DEFAULT_PATH } = structure;
  const guards: readonly unknown[] = Array.isArray(guard) ? guard : [guard];
  if (guards.length === 0 || !guards.every(isGuard)) throw unguarded();
  const faults = unknownNames(structure, namesOf(DashboardStructure));
  if (!PATH.test(path)) faults.push('path: must be names with slashes between them, such as payments/dashboard');
  if (faults.length > 0) throw invalid(faults);
}

/**
 * Judges the options, all at once.
 *
 * @param names - those that are known where they stand
 * @throws PaymentError `OPTIONS_INVALID` listing every fault, without values
 */
export function checkOptions(options: DashboardOptions, names: NameTree = namesOf(DashboardOptions)): DashboardOptions {
  const { user, role, formSecret, proxyPrefix, timeZone, links } = options ?? {};
  const rules: readonly (readonly [isWrong: boolean, fault: string])[] = [
    [typeof user !== 'function', 'user: must be a function that tells who sent a request'],
    [role !== undefined && typeof role !== 'function', 'role: must be a function that tells what the sender may do'],
    [
      formSecret !== undefined && (typeof formSecret !== 'string' || formSecret.length < SHORTEST_SECRET),
      `formSecret: must have at least ${SHORTEST_SECRET} characters`,
    ],
    [proxyPrefix !== undefined && !PREFIX.test(proxyPrefix), 'proxyPrefix: must be a path such as /shop'],
    [
      links !== undefined && !areLinks(links),
      'links: must be a list of { text, href } with http or https addresses, or paths',
    ],
    [timeZone !== undefined && !isZone(timeZone), 'timeZone: must be an IANA zone name such as Europe/Amsterdam'],
  ];
  const wrong = rules.flatMap(([isWrong, fault]) => (isWrong ? [fault] : []));
  const faults = [...wrong, ...unknownNames(options, names)];
  if (faults.length > 0) throw invalid(faults);
  return options;
}

function isGuard(guard: unknown): boolean {
  if (typeof guard === 'function') return typeof guard.prototype?.canActivate === 'function';
  return typeof guard === 'object' && guard !== null && 'canActivate' in guard;
}

function isZone(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function unguarded(): PaymentError {
  return refusal({
    kind: 'configuration',
    code: 'DASHBOARD_UNGUARDED',
    message: 'TillbridgeDashboardModule cannot start: it was given no access guard, so anyone could refund money.',
  });
}

function invalid(faults: readonly string[]): PaymentError {
  return refusal({
    kind: 'configuration',
    code: 'OPTIONS_INVALID',
    message: `TillbridgeDashboardModule cannot start:${faultList(faults)}`,
    advice: 'Correct the options given to TillbridgeDashboardModule.forRoot or forRootAsync.',
  });
}
