import {
  ForbiddenException,
  Inject,
  Injectable,
  Logger,
  type CanActivate,
  type ExecutionContext,
  type OnModuleInit,
} from '@nestjs/common';
import { ContextIdFactory, ModuleRef, Reflector } from '@nestjs/core';
import { firstValueFrom, isObservable } from 'rxjs';
import { DECISION_WIDTH } from '../../shop/decisions/index.js';
import type {
  DashboardGuard,
  DashboardOptions,
  DashboardRequest,
  DashboardRole,
  DashboardStructure,
} from '../dashboard.options.js';
import { DASHBOARD_SETTINGS, DASHBOARD_STRUCTURE } from '../dashboard.tokens.js';
import { formOf, Needs, type NeededForm } from './needs.decorator.js';
import { isRole } from './rights.js';
import { Visitors } from './visitors.js';

type Found = (request: object) => Promise<CanActivate>;

/**
 * Admits a request if every guard of the host does and its user is known; all routes of the dashboard have it.
 * Exceptions of the host's guards are answered by the host, such as 401, 403 or a redirect to a login.
 */
@Injectable()
export class AccessGuard implements CanActivate, OnModuleInit {
  private readonly logger = new Logger('Tillbridge:Dashboard');
  private guards: readonly Found[] = [];

  constructor(
    @Inject(DASHBOARD_STRUCTURE) private readonly structure: DashboardStructure,
    @Inject(DASHBOARD_SETTINGS) private readonly settings: DashboardOptions,
    private readonly visitors: Visitors,
    private readonly moduleRef: ModuleRef,
    private readonly reflector: Reflector,
  ) {}

  /** Called by Nest. If a guard cannot be created, the application does not start. */
  async onModuleInit(): Promise<void> {
    const given = [this.structure.guard].flat();
    this.guards = await Promise.all(given.map((guard) => this.find(guard)));
  }

  /** Called by Nest before each route of the dashboard. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<DashboardRequest>();
    // No request is admitted before the guards exist, nor if their list is empty for any reason.
    if (this.guards.length === 0) return false;
    for (const guardOf of this.guards) {
      const guard = await guardOf(request);
      const verdict = guard.canActivate(context);
      const isLetIn = isObservable(verdict) ? await firstValueFrom(verdict) : await verdict;
      if (isLetIn !== true) return false;
    }
    const [user, role] = [await this.userOf(request), await this.roleOf(request)];
    this.visitors.admit(request, { user, role, ...this.formAskedFor(context) });
    return true;
  }

  private async userOf(request: DashboardRequest): Promise<string> {
    const user: unknown = await this.settings.user(request);
    if (typeof user === 'string' && user.trim() !== '' && user.length <= DECISION_WIDTH.by) return user;
    this.logger.error(
      'The option `user` named no one for a request that the access guard let through: it was refused. What is done by hand is recorded with who did it.',
    );
    throw new ForbiddenException();
  }

  private async roleOf(request: DashboardRequest): Promise<DashboardRole> {
    const { role: asked = () => 'everything' as const } = this.settings;
    const role: unknown = await asked(request);
    if (isRole(role)) return role;
    this.logger.error(
      "The option `role` gave no role for a request that the access guard let through: it was refused. A role is 'read', 'everything', or { refundUpTo: [Money.of('50.00', 'EUR')] }.",
    );
    throw new ForbiddenException();
  }

  private formAskedFor(context: ExecutionContext): NeededForm {
    const { params = {} } = context.switchToHttp().getRequest<{ params?: Record<string, string> }>();
    const [controller, handler] = [context.getClass(), context.getHandler()];
    const route = `/${pathOf(controller)}/${pathOf(handler)}`.replace(/\/+/g, '/');
    return formOf(route, this.reflector.get(Needs, handler), params);
  }

  private async find(guard: DashboardGuard): Promise<Found> {
    if (typeof guard !== 'function') return () => Promise.resolve(guard);
    try {
      this.moduleRef.introspect(guard);
    } catch {
      const made = await this.moduleRef.create(guard);
      return () => Promise.resolve(made);
    }
    return (request) => {
      const id = ContextIdFactory.getByRequest(request);
      this.moduleRef.registerRequestByContextId(request, id);
      return this.moduleRef.resolve(guard, id, { strict: false });
    };
  }
}

const pathOf = (target: object): string => String(Reflect.getMetadata('path', target));
