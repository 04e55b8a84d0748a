import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Client } from '../client/client.entity.js';

/** Where the auth server sends logout tokens for the client: OpenID Connect Back-Channel Logout 1.0 section 2.2. */
@Entity()
@ForeignKey(() => Client, ['domainId', 'clientId'], ['domainId', 'clientId'], { name: 'backchannel_logout_client', onDelete: 'CASCADE' })
export class BackchannelLogout {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'backchannel_logout_pk' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'backchannel_logout_pk' })
  clientId!: string;

  /** `backchannel_logout_uri`. */
  @Column('text')
  uri!: string;

  /** `backchannel_logout_session_required`. ID tokens and logout tokens contain a `sid` in any case. */
  @Column('boolean')
  sessionRequired!: boolean;
}
