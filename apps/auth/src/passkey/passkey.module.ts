import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { AuthenticationMethodModule } from '../authentication-method/authentication-method.module.js';
import { PasskeyChallengeService } from './passkey-challenge.service.js';
import { PasskeyService } from './passkey.service.js';

@Module({
  imports: [DomainModule, AuthenticationMethodModule],
  providers: [PasskeyChallengeService, PasskeyService],
  exports: [PasskeyService],
})
export class PasskeyModule {}
