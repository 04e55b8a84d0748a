import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientRegistration } from './client-registration.entity.js';
import { ClientRegistrationRepository } from './client-registration.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([ClientRegistration])],
  providers: [ClientRegistrationRepository],
  exports: [ClientRegistrationRepository],
})
export class ClientRegistrationPersistenceModule {}
