import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientRegistration } from './client-registration.entity.js';
import { ClientRegistrationRepository } from './client-registration.repository.js';
import { InitialAccessToken } from './initial-access-token.entity.js';
import { InitialAccessTokenRepository } from './initial-access-token.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([ClientRegistration, InitialAccessToken])],
  providers: [ClientRegistrationRepository, InitialAccessTokenRepository],
  exports: [ClientRegistrationRepository, InitialAccessTokenRepository],
})
export class ClientRegistrationPersistenceModule {}
