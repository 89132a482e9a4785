import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import type { TerminalGroup, TerminalGroupOptions } from 'tillbridge';
import { json, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { Calls, groupAt } from './calls-fixture.js';
import { WireTranscript } from './wire-transcript.js';

/** A success with these fields. */
export const data = (fields: unknown, rest: object = {}): Reply => json(200, { success: true, data: fields, ...rest });

/** A scripted service, the calls of a shop, and what is written down of them, anew for each test of one block. */
export class WireStage {
  private running:
    | { service: ScriptedService; calls: Calls; group: TerminalGroup; written: WireTranscript }
    | undefined;

  /** @param options - changes to the terminal group */
  constructor(options: Partial<TerminalGroupOptions> = {}) {
    let service: ScriptedService;
    beforeAll(async () => {
      service = await ScriptedService.start();
    });
    beforeEach(() => {
      // Repeats come at once.
      jest.spyOn(Math, 'random').mockReturnValue(0);
      const group = groupAt(service.url, options);
      this.running = { service, calls: new Calls(), group, written: new WireTranscript(service) };
    });
    afterEach(async () => {
      this.written.end();
      await this.calls.close();
      jest.restoreAllMocks();
    });
    afterAll(() => service.close());
  }

  get service(): ScriptedService {
    return this.running!.service;
  }

  get calls(): Calls {
    return this.running!.calls;
  }

  get group(): TerminalGroup {
    return this.running!.group;
  }

  get written(): WireTranscript {
    return this.running!.written;
  }
}
