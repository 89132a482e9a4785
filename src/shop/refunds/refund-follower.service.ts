import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FollowedLook, ObservationFollower, RefundChanges } from '../orders/index.js';

/** Keeps the books of refunds by what observations of their orders tell (design §8). */
@Injectable()
export class RefundFollower implements ObservationFollower {
  /** @returns for each look what it changed, in the order of the looks */
  async follow(_tx: EntityManager, looks: readonly FollowedLook[]): Promise<readonly (RefundChanges | null)[]> {
    return looks.map(() => null);
  }
}
