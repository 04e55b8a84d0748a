import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { BackchannelLogoutController } from './backchannel-logout.controller.js';
import { BackchannelLogoutService } from './backchannel-logout.service.js';

@Module({ imports: [DomainModule], controllers: [BackchannelLogoutController], providers: [BackchannelLogoutService] })
export class BackchannelLogoutModule {}
