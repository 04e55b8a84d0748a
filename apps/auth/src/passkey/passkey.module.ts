import { Module } from '@nestjs/common';
import { CredentialPersistenceModule, PasskeyPersistenceModule } from '@latchkey/persistence';
import { DomainModule } from '../domain/domain.module.js';
import { AuthenticationMethodModule } from '../authentication-method/authentication-method.module.js';
import { PasskeyChallengeService } from './passkey-challenge.service.js';
import { PasskeyService } from './passkey.service.js';

@Module({
  imports: [CredentialPersistenceModule, PasskeyPersistenceModule, DomainModule, AuthenticationMethodModule],
  providers: [PasskeyChallengeService, PasskeyService],
  exports: [PasskeyService],
})
export class PasskeyModule {}
