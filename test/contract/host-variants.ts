import {
  CanActivate,
  ExecutionContext,
  Injectable,
  NestInterceptor,
  SetMetadata,
  UnauthorizedException,
  ValidationPipe,
  VersioningType,
  Catch,
  type CallHandler,
  type ExceptionFilter,
  type ArgumentsHost,
} from '@nestjs/common';
import { APP_GUARD, HttpAdapterHost, Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import type { ShopHostInput } from '../support/shop-host.js';

const IS_PUBLIC = 'isPublic';
const Public = (): ClassDecorator => SetMetadata(IS_PUBLIC, true);

/** The usual global guard: refuses users who are not logged in, lets marked routes through. */
@Injectable()
class AuthGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean>(IS_PUBLIC, targets)) return true;
    throw new UnauthorizedException();
  }
}

/** Wraps every answer, as many hosts do. */
@Injectable()
class WrappingInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data) => ({ success: true, data })));
  }
}

/** Answers every exception with 200 and OK: the worst a host can do. */
@Catch()
class EverythingIsFineFilter implements ExceptionFilter {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  catch(_error: unknown, host: ArgumentsHost): void {
    this.adapterHost.httpAdapter.reply(host.switchToHttp().getResponse(), 'OK', 200);
  }
}

/** Hosts as they occur: each name says what is installed globally. */
export const HOST_VARIANTS: Readonly<Record<string, ShopHostInput>> = {
  'a plain host': {},
  'a global prefix': {
    configure: (app) => app.setGlobalPrefix('api/v2'),
    path: '/api/v2/payments/notifications',
  },
  'URI versioning': {
    configure: (app) => app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' }),
  },
  'header versioning': {
    configure: (app) => app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version', defaultVersion: '3' }),
  },
  'a strict global ValidationPipe': {
    configure: (app) =>
      app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true })),
  },
  'a wrapping interceptor': { configure: (app) => app.useGlobalInterceptors(new WrappingInterceptor()) },
  'a filter that answers 200 OK to everything': {
    configure: (app) => app.useGlobalFilters(new EverythingIsFineFilter(app.get(HttpAdapterHost))),
  },
  'an auth guard': {
    providers: [{ provide: APP_GUARD, useClass: AuthGuard }],
    extras: { notificationDecorators: [Public()] },
  },
  'a path of the host’s choice': { extras: { notificationPath: 'hooks' }, path: '/hooks' },
  'all of them at once': {
    configure: (app) => {
      app.setGlobalPrefix('api');
      app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
      app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
      app.useGlobalInterceptors(new WrappingInterceptor());
      app.useGlobalFilters(new EverythingIsFineFilter(app.get(HttpAdapterHost)));
    },
    providers: [{ provide: APP_GUARD, useClass: AuthGuard }],
    extras: { notificationDecorators: [Public()] },
    path: '/api/payments/notifications',
  },
};

/** A guard that lets no one in, for the boot check to find. */
export const lockedOut: ShopHostInput = { providers: [{ provide: APP_GUARD, useClass: AuthGuard }] };
