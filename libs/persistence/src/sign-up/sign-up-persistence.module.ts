import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SignUp } from './sign-up.entity.js';
import { SignUpRepository } from './sign-up.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([SignUp])], providers: [SignUpRepository], exports: [SignUpRepository] })
export class SignUpPersistenceModule {}
