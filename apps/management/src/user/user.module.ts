import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { UserController } from './user.controller.js';
import { UserService } from './user.service.js';

@Module({ imports: [DomainModule], controllers: [UserController], providers: [UserService] })
export class UserModule {}
