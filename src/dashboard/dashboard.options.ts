import type { CanActivate, DynamicModule, FactoryProvider, Type } from '@nestjs/common';
import type { Money, PaymentError } from '../protocol/index.js';
import { areLinks } from '../pages/page-context.js';
import { faultList, refusal } from '../shop/core/index.js';
import { AsIs } from '../support/fields/field.decorators.js';
import { namesOf } from '../support/fields/fields.js';
import { unknownNames, type NameTree } from '../support/index.js';

/** The part of a request that every host has; {@link DashboardOptions.user} may declare its host's own type. */
export interface DashboardRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly url: string;
}

/**
 * What a member of the staff may do on the dashboard:
 * - `read`: see everything, change nothing;
 * - `refundUpTo`: also read an order from the service, acknowledge it, cancel a refund, and make refunds: for each
 *   order at most these amounts, one for each currency, counting all refunds that this person has requested;
 * - `everything`.
 *
 * @example
 * const helpDesk: DashboardRole = { refundUpTo: [Money.of('50.00', 'EUR'), Money.of('45.00', 'GBP')] };
 */
export type DashboardRole = 'read' | 'everything' | { readonly refundUpTo: readonly Money[] };

/** A guard of the host: its class, which Nest creates, or an instance. */
export type DashboardGuard = Type<CanActivate> | CanActivate;

/**
 * What is fixed when the dashboard is imported: its guards and its path.
 *
 * @example
 * const structure: DashboardStructure = { guard: { canActivate: () => false }, path: 'staff/payments' };
 */
export class DashboardStructure {
  /**
   * The guard, or guards in order, that every request of the dashboard must pass. Without a guard there is no
   * dashboard. A class that a module of the host provides is taken from there; another one is created here, with the
   * exports of `imports`.
   */
  @AsIs()
  guard: DashboardGuard | readonly DashboardGuard[];
  /** The path of the dashboard, without global prefix. Default `payments/dashboard`. */
  @AsIs()
  path?: string;
  /**
   * Applied to every controller, such as `[Public(), SkipThrottle()]` for the host's global guards, or
   * `[Roles('support')]`.
   */
  @AsIs()
  decorators?: readonly ClassDecorator[];
  /**
   * Modules whose exports the guard, or the factory of the options, needs; and the module that exports
   * `TillbridgeModule` if that is not global.
   */
  @AsIs()
  imports?: DynamicModule['imports'];
}

/**
 * The behaviour of the dashboard; may come from an async factory.
 *
 * @example
 * const options: DashboardOptions = { user: ({ headers }) => String(headers['x-staff']), timeZone: 'Europe/Paris' };
 */
export class DashboardOptions {
  /**
   * The user of a request that the guard admitted: a name or account of the shop's own, at most 120 characters. It is
   * shown to this user and recorded with their actions. Other users cannot send this user's forms.
   */
  @AsIs()
  user: { of(request: DashboardRequest): string | Promise<string> }['of'];
  /**
   * What the user of a request may do; called for each request. Forms that the role may not send are not shown, and are
   * always refused with 403. Default: `everything`, for all users that the guard admits.
   */
  @AsIs()
  role?: { of(request: DashboardRequest): DashboardRole | Promise<DashboardRole> }['of'];
  /**
   * The secret with which the dashboard recognises its own forms, at least 32 characters. Required if several processes
   * serve one address; equal in all of them. Default: new at each start.
   */
  @AsIs()
  formSecret?: string;
  /** The part of the path that a proxy removes before the request arrives, such as `/shop`. Default: nothing. */
  @AsIs()
  proxyPrefix?: string;
  /** Shown at the end of each page, such as a link back to your back office: `{ text, href }`. Default none. */
  @AsIs()
  links?: readonly { readonly text: string; readonly href: string }[];
  /** IANA zone of the displayed times. Default: the `timeZone` of the module. */
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

/** The default path of the dashboard. */
export const DEFAULT_PATH = 'payments/dashboard';

const SHORTEST_SECRET = 32;
const PATH = /^[\w-]+(\/[\w-]+)*$/;
const PREFIX = /^(\/[\w.~-]+)*$/;

/** The names for `forRoot`, where structure and options are one object. */
export const ALL_NAMES: NameTree = { ...namesOf(DashboardStructure), ...namesOf(DashboardOptions) };

/**
 * Checks what is fixed at import, above all that there is a guard.
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
 * Checks the options, and lists all faults at once.
 *
 * @param names - the names that are known there
 * @throws PaymentError `OPTIONS_INVALID` listing every fault, without values
 */
export function checkDashboardOptions(
  options: DashboardOptions,
  names: NameTree = namesOf(DashboardOptions),
): DashboardOptions {
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
