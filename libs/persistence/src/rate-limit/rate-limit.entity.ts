import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The used share of a rate limit in the current window. */
@Entity()
export class RateLimit {
  /** Keys of counts within a domain begin with `domain:`, its id and a colon. */
  @PrimaryColumn('varchar', { length: 255, collation: 'C', primaryKeyConstraintName: 'rate_limit_pk' })
  key!: string;

  @Column('integer', { default: 0 })
  points!: number;

  /** Milliseconds since the epoch. */
  @Column('bigint', { nullable: true })
  expire!: string | null;
}
