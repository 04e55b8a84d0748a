import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { ScopeController } from './scope.controller.js';
import { ScopeService } from './scope.service.js';

@Module({ imports: [DomainModule], controllers: [ScopeController], providers: [ScopeService] })
export class ScopeModule {}
