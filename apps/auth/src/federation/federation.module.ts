import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { ProgressModule } from '../progress/progress.module.js';
import { FederatedSignIns } from './federated-sign-ins.js';
import { FederatedUsers } from './federated-users.js';
import { FederatedSessions } from './federated-sessions.js';
import { LogoutController } from './logout.controller.js';
import { LogoutEnding } from './logout-ending.js';
import { SignedOut } from './signed-out.js';
import { UpstreamDocuments } from './upstream-documents.js';
import { UpstreamLogouts } from './upstream-logouts.js';
import { UpstreamSignOuts } from './upstream-sign-outs.js';
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
  imports: [DomainModule, ProgressModule],
  controllers: [FederationController, LogoutController],
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
    FederatedSessions,
    LogoutEnding,
    SignedOut,
    UpstreamDocuments,
    UpstreamLogouts,
    UpstreamSignOuts,
  ],
  exports: [OfferedProviders, FederationRequests, FederationRefusals, FederatedSessions, UpstreamSignOuts],
})
export class FederationModule {}
