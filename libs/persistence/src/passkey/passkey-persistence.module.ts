import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PasskeyChallenge } from './passkey-challenge.entity.js';
import { Passkey } from './passkey.entity.js';
import { PasskeyChallengeRepository } from './passkey-challenge.repository.js';
import { PasskeyRepository } from './passkey.repository.js';

const REPOSITORIES = [PasskeyChallengeRepository, PasskeyRepository];

@Module({ imports: [TypeOrmModule.forFeature([PasskeyChallenge, Passkey])], providers: REPOSITORIES, exports: REPOSITORIES })
export class PasskeyPersistenceModule {}
