import { Module } from '@nestjs/common';
import { MessageModule } from '../message/message.module.js';
import { LinkLimits } from './link-limits.js';
import { LinkLog } from './link-log.js';
import { LinkStore } from './link-store.js';
import { MagicLinks } from './magic-links.js';

@Module({ imports: [MessageModule], providers: [LinkLimits, LinkLog, LinkStore, MagicLinks], exports: [MagicLinks] })
export class MagicLinkModule {}
