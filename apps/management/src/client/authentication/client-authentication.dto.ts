import type { AuthenticationMethodType, ClientProfile, PublicJwks, SenderConstraint } from '@latchkey/oauth';
import { Expose, Type } from 'class-transformer';

/** A method without its last use. client-authentication.schema.ts documents it. */
export class AuthenticationMethodBody {
  @Expose()
  type!: AuthenticationMethodType;

  @Expose()
  issuer?: string;

  @Expose()
  subject?: string;

  @Expose()
  jwks?: PublicJwks;

  @Expose()
  jwksUri?: string;

  @Expose()
  subjectDn?: string;

  @Expose()
  sanDns?: string;

  @Expose()
  sanUri?: string;

  @Expose()
  sanEmail?: string;

  @Expose()
  sanIp?: string;
}

/**
 * The document without values that change by themselves, for its ETag. Otherwise every If-Match would fail for a client that fetches tokens
 * every few seconds.
 */
export class ClientAuthenticationBody {
  @Expose()
  @Type(() => AuthenticationMethodBody)
  methods!: AuthenticationMethodBody[];

  @Expose()
  senderConstraint!: SenderConstraint | null;

  @Expose()
  profile!: ClientProfile | null;
}

class UsedAuthenticationMethodBody extends AuthenticationMethodBody {
  @Expose()
  lastUsedAt!: Date | null;
}

/** The document with the last use of each method. */
export class ClientAuthenticationResponse extends ClientAuthenticationBody {
  @Expose()
  @Type(() => UsedAuthenticationMethodBody)
  declare methods: UsedAuthenticationMethodBody[];
}
