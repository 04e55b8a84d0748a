import { Module } from '@nestjs/common';
import { OperatorPersistenceModule } from '@latchkey/persistence';
import { ApiKeyModule } from '../api-key/api-key.module.js';
import { AuthenticationMiddleware } from './authentication.middleware.js';
import { IssuerKeyService } from './issuer-key.service.js';
import { OperatorAuthenticationService } from './operator-authentication.service.js';
import { OperatorLastUseService } from './operator-last-use.service.js';
import { OperatorProofService } from './operator-proof.service.js';

@Module({
  imports: [ApiKeyModule, OperatorPersistenceModule],
  providers: [AuthenticationMiddleware, OperatorAuthenticationService, IssuerKeyService, OperatorProofService, OperatorLastUseService],
  exports: [AuthenticationMiddleware],
})
export class AuthenticationModule {}
