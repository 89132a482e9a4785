import { HttpService } from '@nestjs/axios';

/**
 * An HTTP client that nobody else can set up: a new axios instance takes over whatever the host has done to
 * `axios.defaults` (headers, adapter, time limits, transformations), which would send the host's secrets to the service
 * and make the outcome of a call say something else than what happened. Every option is given with each request instead.
 */
export function isolatedHttp(): HttpService {
  // By way of the service's own axios: in the CommonJS build its types are not those of an import from here.
  const instance = new HttpService().axiosRef.create();
  for (const name of Object.keys(instance.defaults)) Reflect.deleteProperty(instance.defaults, name);
  return new HttpService(instance);
}
