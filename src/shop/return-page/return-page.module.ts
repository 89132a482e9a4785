import { Module } from '@nestjs/common';
import { ReturnPages } from './return-pages.js';

/** The page that shoppers return to, where the host configures one. */
@Module({ providers: [ReturnPages], exports: [ReturnPages] })
export class ReturnPageModule {}
