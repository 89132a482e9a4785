/** A host on Express. */
import { NestFactory } from '@nestjs/core';
import { play } from './play.js';

void play((module, options) => NestFactory.create(module, options));
