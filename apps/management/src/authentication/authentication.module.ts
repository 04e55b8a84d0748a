import { Module } from '@nestjs/common';
import { ApiKeyModule } from '../api-key/api-key.module.js';
import { AuthenticationMiddleware } from './authentication.middleware.js';

@Module({ imports: [ApiKeyModule], providers: [AuthenticationMiddleware], exports: [AuthenticationMiddleware] })
export class AuthenticationModule {}
