import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How much of its share somebody has used, in the present window. */
@Entity()
export class RateLimit {
  @PrimaryColumn('varchar', { length: 255, primaryKeyConstraintName: 'rate_limit_pk' })
  key!: string;

  @Column('integer', { default: 0 })
  points!: number;

  /** Milliseconds since the epoch. */
  @Column('bigint', { nullable: true })
  expire!: string | null;
}
