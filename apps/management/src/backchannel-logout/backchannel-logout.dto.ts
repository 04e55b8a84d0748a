import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { findCallbackUriViolation, MAX_URI_LENGTH } from '@latchkey/oauth';
import { Expose } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
import { HasOwnPipe } from '../http/request-body.pipe.js';
import { Satisfies, TRUE_OR_FALSE } from '../http/validators.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { WEB_REDIRECT_URI } from '../openapi/patterns.js';

/** Where the auth server sends logout tokens for the client: OpenID Connect Back-Channel Logout 1.0 section 2.2. */
@HasOwnPipe()
@ApiConstraints()
export class BackchannelLogoutRequest {
  @ApiProperty({
    format: 'uri',
    maxLength: MAX_URI_LENGTH,
    pattern: WEB_REDIRECT_URI,
    example: 'https://app.example.com/backchannel-logout',
    description: 'backchannel_logout_uri: the URL to which a logout token is posted. It must use https and a public address.',
  })
  @Satisfies(findCallbackUriViolation)
  uri!: string;

  @ApiPropertyOptional({
    nullable: true,
    default: false,
    description:
      'backchannel_logout_session_required: whether the client needs a sid. Every ID token and every logout token has one, whatever this says.',
  })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  sessionRequired?: boolean | null;
}

export class BackchannelLogoutResponse {
  @Expose()
  @ApiProperty({ format: 'uri' })
  uri!: string;

  @Expose()
  @ApiProperty()
  sessionRequired!: boolean;
}
