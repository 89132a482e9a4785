/** NestJS keeps the logger of a process: a spec file that silenced it must not silence the next one, whose output is read for keys. */
import { ConsoleLogger, Logger } from '@nestjs/common';

Logger.overrideLogger(['verbose', 'debug', 'log', 'warn', 'error', 'fatal']);
Logger.overrideLogger(new ConsoleLogger());
