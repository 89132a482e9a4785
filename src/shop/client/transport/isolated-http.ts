import type { HttpService } from '@nestjs/axios';

/** Gives the HTTP client, the same one each time. It is made, and axios loaded, when it is first asked for. */
export type HttpSource = () => Promise<HttpService>;

/**
 * An HTTP client that nobody else can set up: a new axios instance takes over whatever the host has done to
 * `axios.defaults` (headers, adapter, time limits, transformations), which would send the host's secrets to the service
 * and make the outcome of a call say something else than what happened. Every option is given with each request instead.
 *
 * @param make - how it is made; for tests
 * @example
 * ```ts
 * const { axiosRef } = await isolatedHttp()();
 * ```
 */
export function isolatedHttp(make: HttpSource = load): HttpSource {
  let client: Promise<HttpService> | undefined;
  return () => {
    client ??= make().catch((error: unknown) => {
      // What could not be loaded, while no file could be opened for example, must not fail every later call.
      client = undefined;
      throw error;
    });
    return client;
  };
}

/** axios takes a third of the processor time that the package adds to the start of a host. */
async function load(): Promise<HttpService> {
  const { HttpService: Client } = await import('@nestjs/axios');
  // By way of the service's own axios: in the CommonJS build its types are not those of an import from here.
  const instance = new Client().axiosRef.create();
  for (const name of Object.keys(instance.defaults)) Reflect.deleteProperty(instance.defaults, name);
  return new Client(instance);
}
