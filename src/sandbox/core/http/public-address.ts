import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { SandboxSettings } from '../options/sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';

const WILDCARDS: ReadonlySet<string> = new Set(['::', '0.0.0.0']);

/** The http address of a listening server; `localhost` if it listens on every address. */
export function listeningUrl(address: { address: string; family: string; port: number }): string {
  if (WILDCARDS.has(address.address)) return `http://localhost:${address.port}`;
  const host = address.address.includes(':') ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

/**
 * The sandbox's address for browsers: the configured public address, else the one where the host application listens.
 */
@Injectable()
export class PublicAddress {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Without a slash at its end. */
  base(): string {
    if (this.settings.publicUrl !== null) return this.settings.publicUrl;
    const server: { address(): string | { address: string; family: string; port: number } | null } =
      this.adapterHost.httpAdapter.getHttpServer();
    const address = server.address();
    return typeof address === 'object' && address !== null ? listeningUrl(address) : 'http://localhost';
  }
}
