import type { HttpService } from '@nestjs/axios';

/** Gives the same HTTP client each time. The first use creates it and loads axios. */
export type HttpSource = () => Promise<HttpService>;

/**
 * An HTTP client that other code cannot configure. A new axios instance takes over what the host has set in `axios.defaults`
 * (headers, adapter, time limits, transformations): that would send the host's secrets to the service and falsify the outcome
 * of a call. Here every option is set with each request instead.
 *
 * @param make - creates the client; for tests
 * @example
 * ```ts
 * const { axiosRef } = await isolatedHttp()();
 * ```
 */
export function isolatedHttp(make: HttpSource = load): HttpSource {
  let client: Promise<HttpService> | undefined;
  return () => {
    client ??= make().catch((error: unknown) => {
      // After a failed load, for example while no file could be opened, later calls must try again.
      client = undefined;
      throw error;
    });
    return client;
  };
}

/** Loaded late: axios takes a third of the processor time that the package adds to the start of a host. */
async function load(): Promise<HttpService> {
  const { HttpService: Client } = await import('@nestjs/axios');
  // Through the class's own axios: in the CommonJS build its types differ from those of an import here.
  const instance = new Client().axiosRef.create();
  for (const name of Object.keys(instance.defaults)) Reflect.deleteProperty(instance.defaults, name);
  return new Client(instance);
}
