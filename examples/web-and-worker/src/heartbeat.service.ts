import { writeFile } from 'node:fs/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DiagnosticsService } from 'tillbridge';
import { readSettings } from './settings.js';

const EVERY_MS = 10_000;

/**
 * A worker has no port for a health check. It writes a file while it is alive and reaches the database;
 * `healthcheck.ts` reads the file's age.
 */
@Injectable()
export class Heartbeat implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Heartbeat');
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly diagnostics: DiagnosticsService) {}

  async onApplicationBootstrap(): Promise<void> {
    const { heartbeatFile } = readSettings();
    if (!heartbeatFile) return;
    await this.beat(heartbeatFile);
    this.timer = setInterval(() => void this.beat(heartbeatFile), EVERY_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async beat(file: string): Promise<void> {
    try {
      await this.diagnostics.read();
      await writeFile(file, new Date().toISOString());
    } catch (error) {
      this.logger.warn(`No sign of life: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
