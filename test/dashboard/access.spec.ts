import { afterEach, describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Module, Scope, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { of, type Observable } from 'rxjs';
import { isPaymentError } from 'tillbridge';
import { TillbridgeDashboardModule, type TillbridgeDashboardOptions } from 'tillbridge/dashboard';
import { DashboardStage } from './support/dashboard-stage.js';
import { clerkOf, ClerkGuard } from './support/host-clerks.js';

const user = (): string => 'ann';
const made = (options: unknown): unknown => {
  try {
    return TillbridgeDashboardModule.forRoot(options as TillbridgeDashboardOptions);
  } catch (error) {
    return error;
  }
};

describe('a dashboard that cannot be made', () => {
  it.each([
    [{ user }],
    [{ user, guard: undefined }],
    [{ user, guard: [] }],
    [{ user, guard: 'StaffGuard' }],
    [undefined],
  ])('is refused without a guard: %p', (options) => {
    const error = made(options);
    if (!isPaymentError(error, 'DASHBOARD_UNGUARDED')) throw error;
    expect(error.advice).toContain('guard: StaffGuard');
  });

  it('is refused when one of several guards is none', () => {
    expect(made({ user, guard: [ClerkGuard, class NoGuard {}] })).toMatchObject({ code: 'DASHBOARD_UNGUARDED' });
    const late = { useFactory: () => ({ user }) } as unknown as TillbridgeDashboardOptions;
    expect(() => TillbridgeDashboardModule.forRootAsync(late as never)).toThrow('no access guard');
  });

  it('is refused with every fault of its options listed', () => {
    const links = [{ text: 'Shop', href: '//elsewhere.example' }];
    const options = { formSecret: 'short', proxyPrefix: 'shop/', timeZone: 'Mars/Olympus', links };
    const { message } = made({ guard: ClerkGuard, ...options }) as Error;
    expect(
      ['user:', 'formSecret:', 'proxyPrefix:', 'timeZone:', 'links:'].filter((fault) => !message.includes(fault)),
    ).toEqual([]);
    expect(made({ guard: ClerkGuard, user, path: '/a//b' })).toMatchObject({ code: 'OPTIONS_INVALID' });
    const misspelt = { guard: ClerkGuard, user, pth: 'desk', timezone: 'UTC' };
    expect((made(misspelt) as Error).message).toMatch(/pth: is no option; .*guard, path, [^]*timezone: is no option/);
    const late = { guard: ClerkGuard, pth: 'desk', useFactory: () => ({ user }) };
    expect(() => TillbridgeDashboardModule.forRootAsync(late)).toThrow('pth: is no option');
  });
});

/** Staff as a module of the host knows them. */
@Injectable()
class StaffList {
  readonly names = ['ann'];
}

@Injectable()
class ListGuard implements CanActivate {
  constructor(private readonly staff: StaffList) {}

  canActivate(context: ExecutionContext): Observable<boolean> {
    return of(this.staff.names.includes(clerkOf(context.switchToHttp().getRequest()) ?? ''));
  }
}

@Module({ providers: [StaffList], exports: [StaffList] })
class StaffModule {}

@Module({ providers: [StaffList, ListGuard] })
class ClosedStaffModule {}

@Injectable({ scope: Scope.REQUEST })
class RequestGuard implements CanActivate {
  constructor(@Inject(REQUEST) private readonly request: object) {}

  canActivate(): boolean {
    return clerkOf(this.request) === 'ann';
  }
}

@Module({ providers: [RequestGuard] })
class RequestStaffModule {}

describe('the guard of the host', () => {
  let stage: DashboardStage | undefined;
  afterEach(async () => {
    await stage?.close();
    stage = undefined;
  });

  const statuses = async (dashboard: Partial<TillbridgeDashboardOptions>): Promise<number[]> => {
    stage = await DashboardStage.start({ dashboard });
    const clerks = ['ann', 'ben', null] as const;
    return Promise.all(clerks.map(async (clerk) => (await stage!.fetch('/settings', clerk)).status));
  };

  it('is asked, and its own answer is given', async () => {
    expect(await statuses({})).toEqual([200, 200, 401]);
  });

  it('is made with what a module exports, or taken from a module that provides it', async () => {
    expect(await statuses({ guard: ListGuard, imports: [StaffModule] })).toEqual([200, 403, 403]);
    await stage?.close();
    expect(await statuses({ guard: ListGuard, imports: [ClosedStaffModule] })).toEqual([200, 403, 403]);
  });

  it('may be one of each request, an object, or several, all of which have to agree', async () => {
    expect(await statuses({ guard: RequestGuard, imports: [RequestStaffModule] })).toEqual([200, 403, 403]);
    await stage?.close();
    const noBen: CanActivate = { canActivate: (context) => clerkOf(context.switchToHttp().getRequest()) !== 'ben' };
    expect(await statuses({ guard: [noBen, ClerkGuard] })).toEqual([200, 403, 401]);
  });

  it('is not enough: no one is let in of whom it is not known who it is', async () => {
    expect(await statuses({ user: (request) => (clerkOf(request) === 'ann' ? ' ' : 'x'.repeat(121)) })).toEqual([
      403, 403, 401,
    ]);
    expect(stage!.stage.shop.logs.matching('named no one')).toHaveLength(2);
  });

  it('stands before the dashboard with options of a factory, too, where its path says', async () => {
    const { guard, ...rest } = { guard: ClerkGuard, path: 'staff/money' };
    stage = await DashboardStage.start({ dashboard: { guard, ...rest } });
    const url = stage.stage.shop.url;
    expect((await fetch(`${url}/staff/money/settings`)).status).toBe(401);
    expect((await fetch(`${url}/payments/dashboard/settings`)).status).toBe(404);
  });
});
