import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { RenderedPage } from './page.frame.js';

const NO_STORE = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/** Writes answers without changes, on Express and on Fastify, bypassing the host's interceptors. */
@Injectable()
export class Responder {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  /** Answers with JSON that is already text. */
  json(response: unknown, status: number, text: string): void {
    this.#reply(response, status, { ...NO_STORE, 'Content-Type': 'application/json; charset=utf-8' }, text);
  }

  /** Answers with a page, with its own content security policy. */
  html(response: unknown, status: number, page: RenderedPage): void {
    const headers = {
      ...NO_STORE,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': page.policy,
      'Referrer-Policy': page.referrer,
    };
    this.#reply(response, status, headers, page.html);
  }

  /** Answers with a drawing that browsers may cache, and that pages of other origins may show. */
  svg(response: unknown, text: string, maxAgeSeconds: number): void {
    const headers = {
      'Cache-Control': `public, max-age=${maxAgeSeconds}`,
      'Content-Type': 'image/svg+xml; charset=utf-8',
      // Otherwise a drawing that is opened as a page could run scripts.
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    };
    this.#reply(response, 200, headers, text);
  }

  /** Redirects the browser with GET (303 See Other). */
  redirect(response: unknown, location: string): void {
    this.#reply(response, 303, { ...NO_STORE, Location: location, 'Content-Type': 'text/plain; charset=utf-8' }, '');
  }

  /** Adds a cookie to the answer, besides those of the host. */
  cookie(response: unknown, text: string): void {
    this.adapterHost.httpAdapter.appendHeader(response, 'Set-Cookie', text);
  }

  /** Answers without content (204 No Content). */
  nothing(response: unknown): void {
    this.#reply(response, 204, NO_STORE, '');
  }

  #reply(response: unknown, status: number, headers: Record<string, string>, body: string): void {
    const adapter = this.adapterHost.httpAdapter;
    for (const [name, value] of Object.entries(headers)) adapter.setHeader(response, name, value);
    adapter.reply(response, body, status);
  }
}
