import { type CanActivate, type ExecutionContext, Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Money } from 'tillbridge';
import type { DashboardRole } from 'tillbridge/dashboard';
import type { ShopConfig } from '../config.js';
import { SHOP_CONFIG } from '../shop.tokens.js';

interface Operator {
  name: string;
  password: string;
}

/** The user's entry in the browser's login window, by HTTP's own authentication, which is enough on one machine. */
function operatorIn(authorization = ''): Operator | null {
  const [, encoded = ''] = /^Basic ([\w+/=]+)$/.exec(authorization) ?? [];
  const [, name = '', password = ''] = /^([^:]{1,60}):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return name.trim() === '' ? null : { name, password };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Admits all users who know the password that `npm start` prints. A real shop uses the login of its back office. */
@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(@Inject(SHOP_CONFIG) private readonly config: ShopConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const operator = operatorIn(http.getRequest<Request>().headers.authorization);
    const { operatorPassword = '' } = this.config;
    if (operator && operatorPassword && timingSafeEqual(digest(operator.password), digest(operatorPassword)))
      return true;
    http.getResponse<Response>().setHeader('WWW-Authenticate', 'Basic realm="Payments", charset="UTF-8"');
    throw new UnauthorizedException(
      'Please log in with the name you want to be known by and the password of this start.',
    );
  }
}

/** The name that the user gave: it is recorded with all their actions. */
export const operatorOf = (request: Pick<Request, 'headers'>): string =>
  operatorIn(request.headers.authorization)?.name ?? '';

const ROLES = new Map<string, DashboardRole>([
  ['auditor', 'read'],
  ['clerk', { refundUpTo: [Money.of('25.00', 'EUR')] }],
]);

/** What the user may do; in a real shop the login knows this. */
export const roleOf = (request: Pick<Request, 'headers'>): DashboardRole =>
  ROLES.get(operatorOf(request)) ?? 'everything';
