import { Module } from '@nestjs/common';
import { IdentityProviderPersistenceModule } from '@latchkey/persistence';
import { RemovedIdentityProviderUsersSweeper } from './removed-identity-provider-users.sweeper.js';

/** Removes the users of removed identity providers in the background. */
@Module({ imports: [IdentityProviderPersistenceModule], providers: [RemovedIdentityProviderUsersSweeper] })
export class IdentityProviderWorkerModule {}
