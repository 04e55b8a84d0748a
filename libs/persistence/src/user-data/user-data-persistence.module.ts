import { Module } from '@nestjs/common';
import { UserDataRepository } from './user-data.repository.js';

@Module({ providers: [UserDataRepository], exports: [UserDataRepository] })
export class UserDataPersistenceModule {}
