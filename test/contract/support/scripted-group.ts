import { afterAll, beforeAll } from '@jest/globals';
import type { GroupPayments, TerminalGroupOptions } from '../../../src/index.js';
import { canaryKey } from '../../support/canary.js';
import { ScriptedService } from '../../support/scripted-service.js';
import { clientsFor, type ServiceClients } from './service-under-test.js';

/** A scripted service, and the terminal group of a shop that calls it. */
export interface ScriptedGroup {
  readonly service: ScriptedService;
  readonly group: GroupPayments;
}

/**
 * Starts both before the tests of the `describe` around it, and stops them afterwards. They may be used inside tests only.
 *
 * @param options - changes to the terminal group
 * @param path - where below its address the service is said to be
 */
export function useScriptedGroup(options: Partial<TerminalGroupOptions> = {}, path = ''): ScriptedGroup {
  let service: ScriptedService;
  let clients: ServiceClients;
  beforeAll(async () => {
    service = await ScriptedService.start();
    clients = await clientsFor({ baseUrl: `${service.url}${path}`, apiKey: canaryKey('web') }, options);
  });
  afterAll(async () => {
    await clients?.close();
    service?.close();
  });
  return {
    get service() {
      return service;
    },
    get group() {
      return clients.payments.group('web');
    },
  };
}
