import { Module } from '@nestjs/common';
import { ProgressModule } from '../progress/progress.module.js';
import { FederatedSignIns } from './federated-sign-ins.js';
import { FederatedUsers } from './federated-users.js';
import { FederationCallback } from './federation-callback.js';
import { FederationController } from './federation.controller.js';
import { FederationLog } from './federation-log.js';
import { FederationRefusals } from './federation-refusals.js';
import { FederationRequests } from './federation-requests.js';
import { OfferedProviders } from './offered-providers.js';
import { UpstreamAnswers } from './upstream-answers.js';
import { UpstreamClients } from './upstream-clients.js';
import { UpstreamKeys } from './upstream-keys.js';

@Module({
  imports: [ProgressModule],
  controllers: [FederationController],
  providers: [
    OfferedProviders,
    UpstreamClients,
    UpstreamKeys,
    UpstreamAnswers,
    FederatedUsers,
    FederatedSignIns,
    FederationLog,
    FederationRefusals,
    FederationRequests,
    FederationCallback,
  ],
  exports: [OfferedProviders, FederationRequests, FederationRefusals],
})
export class FederationModule {}
