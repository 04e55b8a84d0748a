import { Injectable } from '@nestjs/common';
import { OidcPayloadRepository, type IssuedToken } from '@latchkey/persistence';
import { FastPathService } from '../fast-path.service.js';
import { mayRevoke } from '../../protocol/token-access.js';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import type { PresentedToken } from '../../access-token/presented-token.js';
import { TokenFormHandler, type TokenFormAnswer } from './token-form.handler.js';
import { TokenFormService, type AuthenticatedTokenRequest } from './token-form.service.js';

/** Libraries parse it as JSON, although RFC 7009 section 2.2 tells them to ignore it. */
const REVOKED: TokenFormAnswer = { type: 'application/json; charset=utf-8', body: '{}' };

/** A user's token with its grant. */
interface RevocableToken {
  clientId: string;
  grantId: string;
}

/** Answers revocation requests for valid tokens of users: RFC 7009. */
@Injectable()
export class RevocationHandler extends TokenFormHandler {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly payloads: OidcPayloadRepository,
    forms: TokenFormService,
    fastPath: FastPathService,
  ) {
    super(forms, fastPath);
  }

  /** Revokes everything issued under the grant, including the token: RFC 7009 section 2.1. */
  protected async answer({ client, presented, issued }: AuthenticatedTokenRequest): Promise<TokenFormAnswer | null> {
    const token = presented.jws ? await this.findAccessToken(presented, issued) : findRefreshToken(issued);
    if (!token?.grantId || !mayRevoke(client, token)) return null;
    await this.payloads.deleteGrant(issued.current.domainId, token.grantId);
    return REVOKED;
  }

  private async findAccessToken(presented: PresentedToken, issued: IssuedToken): Promise<RevocableToken | null> {
    const token = await this.tokens.findUserToken(presented, issued);
    // A token got by exchange ends alone: its grant is the one of another client.
    return token && !token.exchange ? (token.record as RevocableToken) : null;
  }
}

function findRefreshToken({ record }: IssuedToken): RevocableToken | null {
  return record?.model === 'RefreshToken' ? (record.payload as unknown as RevocableToken) : null;
}
