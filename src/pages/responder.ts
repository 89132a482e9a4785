import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { RenderedPage } from './page.frame.js';

const NO_STORE = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/** Writes answers byte for byte as given, on Express and on Fastify, past whatever interceptors the host has. */
@Injectable()
export class Responder {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  /** Answers with JSON that is already text. */
  json(response: unknown, status: number, text: string): void {
    this.#reply(response, status, { ...NO_STORE, 'Content-Type': 'application/json; charset=utf-8' }, text);
  }

  /** Answers with a page, under the page's own content security policy. */
  html(response: unknown, status: number, page: RenderedPage): void {
    const headers = {
      ...NO_STORE,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': page.policy,
      'Referrer-Policy': page.referrer,
    };
    this.#reply(response, status, headers, page.html);
  }

  /** Answers with a drawing that browsers may keep, and that pages of other origins may show. */
  svg(response: unknown, text: string, maxAgeSeconds: number): void {
    const headers = {
      'Cache-Control': `public, max-age=${maxAgeSeconds}`,
      'Content-Type': 'image/svg+xml; charset=utf-8',
      // Opened as a page of its own, a drawing could otherwise do what a page can.
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    };
    this.#reply(response, 200, headers, text);
  }

  /** Sends the browser elsewhere with GET (303 See Other). */
  redirect(response: unknown, location: string): void {
    this.#reply(response, 303, { ...NO_STORE, Location: location, 'Content-Type': 'text/plain; charset=utf-8' }, '');
  }

  /** Sets a cookie with the answer that follows, beside those of the host. */
  cookie(response: unknown, text: string): void {
    this.adapterHost.httpAdapter.appendHeader(response, 'Set-Cookie', text);
  }

  /** Answers that there is nothing (204 No Content). */
  nothing(response: unknown): void {
    this.#reply(response, 204, NO_STORE, '');
  }

  #reply(response: unknown, status: number, headers: Record<string, string>, body: string): void {
    const adapter = this.adapterHost.httpAdapter;
    for (const [name, value] of Object.entries(headers)) adapter.setHeader(response, name, value);
    adapter.reply(response, body, status);
  }
}
