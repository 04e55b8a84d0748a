import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** The owner of API keys and domains. */
@Entity()
@Unique('subscription_name', ['name'])
export class Subscription {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'subscription_pk' })
  id!: string;

  @Column('text')
  name!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
