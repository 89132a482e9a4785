import { Module } from '@nestjs/common';
import { Decisions } from './decisions.js';

/** Who decided what by hand, and why. */
@Module({ providers: [Decisions], exports: [Decisions] })
export class DecisionsModule {}
