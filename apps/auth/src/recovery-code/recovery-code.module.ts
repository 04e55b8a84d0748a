import { Module } from '@nestjs/common';
import { RecoveryCodePersistenceModule } from '@latchkey/persistence';
import { AuthenticationMethodModule } from '../authentication-method/authentication-method.module.js';
import { RecoveryCodeService } from './recovery-code.service.js';

@Module({
  imports: [RecoveryCodePersistenceModule, AuthenticationMethodModule],
  providers: [RecoveryCodeService],
  exports: [RecoveryCodeService],
})
export class RecoveryCodeModule {}
