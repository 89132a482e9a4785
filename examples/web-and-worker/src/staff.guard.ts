import { timingSafeEqual } from 'node:crypto';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { IS_PUBLIC } from './public.decorator.js';
import { readSettings } from './settings.js';

/** Every route is for staff only, unless it is public. */
@Injectable()
export class StaffGuard implements CanActivate {
  private readonly expected = Buffer.from(`Bearer ${readSettings().staffToken}`);

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.getAllAndOverride<boolean>(IS_PUBLIC, [context.getHandler(), context.getClass()])) return true;
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string | undefined> }>();
    const given = Buffer.from(headers['authorization'] ?? '');
    return given.length === this.expected.length && timingSafeEqual(given, this.expected);
  }
}
