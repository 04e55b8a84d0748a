import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BackchannelLogout } from './backchannel-logout.entity.js';
import { LogoutNotice } from './logout-notice.entity.js';
import { BackchannelLogoutRepository } from './backchannel-logout.repository.js';
import { LogoutNoticeRepository } from './logout-notice.repository.js';

const REPOSITORIES = [BackchannelLogoutRepository, LogoutNoticeRepository];

@Module({ imports: [TypeOrmModule.forFeature([BackchannelLogout, LogoutNotice])], providers: REPOSITORIES, exports: REPOSITORIES })
export class BackchannelLogoutPersistenceModule {}
