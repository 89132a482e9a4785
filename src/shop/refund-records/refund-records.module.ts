import { Module } from '@nestjs/common';
import { ElsewhereBook } from './elsewhere-book.service.js';
import { RefundBook } from './refund-book.service.js';
import { RefundFollower } from './refund-follower.service.js';

/** The records of refunds, and what observed orders say of them. Stands below the orders. */
@Module({ providers: [ElsewhereBook, RefundBook, RefundFollower], exports: [RefundBook, RefundFollower] })
export class RefundRecordsModule {}
