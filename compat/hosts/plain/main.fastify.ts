/** A host on Fastify. */
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { play } from './play.js';

void play((module, options) => NestFactory.create(module, new FastifyAdapter(), options));
