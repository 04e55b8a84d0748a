import { Module } from '@nestjs/common';
import { CredentialPersistenceModule, TotpPersistenceModule } from '@latchkey/persistence';
import { AuthenticationMethodModule } from '../authentication-method/authentication-method.module.js';
import { TotpService } from './totp.service.js';

@Module({
  imports: [CredentialPersistenceModule, TotpPersistenceModule, AuthenticationMethodModule],
  providers: [TotpService],
  exports: [TotpService],
})
export class TotpModule {}
