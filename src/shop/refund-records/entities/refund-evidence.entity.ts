import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../../database/engine/index.js';

/**
 * `intent`: written before the first byte · `answer`: the outcome of the call · `read`: a read of the order · `report`: seen
 * in a notification or another read.
 */
export type EvidenceKind = 'intent' | 'answer' | 'read' | 'report' | 'decision';

/**
 * One fact about a refund's outcome; facts are only added. A person decides by them when reads have not helped. Holds no key,
 * no address and no personal data.
 */
@Entity('tillbridge_refund_evidence')
@Index('tillbridge_refund_evidence_refund', ['refundId', 'at'])
export class RefundEvidenceEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'refund_id', type: 'varchar', length: 36 })
  refundId: string;

  @Column({ type: 'varchar', length: 16 })
  kind: EvidenceKind;

  /** Number of its request, from 1. */
  @Column({ type: 'int' })
  attempt: number;

  /** accepted, rejected, not-sent, unknown; found, absent, conflict, failed; a status of the service. */
  @Column({ type: 'varchar', length: 32 })
  outcome: string;

  /** The state that followed. */
  @Column({ type: 'varchar', length: 16 })
  state: string;

  /** How far the call got (`CallPhase`). */
  @Column({ type: 'varchar', length: 16, nullable: true })
  phase: string | null;

  @Column({ name: 'http_status', type: 'int', nullable: true })
  httpStatus: number | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  code: string | null;

  /** The text of the service, or of a person; without secrets, cut. */
  @Column({ type: 'varchar', length: 500, nullable: true })
  text: string | null;

  /** When the call was begun, epoch milliseconds. */
  @Column(bigintColumn({ name: 'started_at' }))
  startedAt: number;

  @Column({ name: 'duration_ms', type: 'int', nullable: true })
  durationMs: number | null;

  /** When it was written down, epoch milliseconds. */
  @Column(bigintColumn())
  at: number;
}
