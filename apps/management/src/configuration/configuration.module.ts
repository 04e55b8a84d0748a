import { Module } from '@nestjs/common';
import { ClientPersistenceModule, DomainPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { AuditLogApiModule } from '../audit-log/audit-log-api.module.js';
import { BackchannelLogoutModule } from '../backchannel-logout/backchannel-logout.module.js';
import { PageTextModule } from '../page-text/page-text.module.js';
import { BrandingModule } from '../branding/branding.module.js';
import { MailSenderModule } from '../mail-sender/mail-sender.module.js';
import { ClientRegistrationModule } from '../client-registration/client-registration.module.js';
import { ClientModule } from '../client/client.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { IdentityProviderModule } from '../identity-provider/identity-provider.module.js';
import { ResourceModule } from '../resource/resource.module.js';
import { RoleModule } from '../role/role.module.js';
import { ScopeModule } from '../scope/scope.module.js';
import { SigningKeyModule } from '../signing-key/signing-key.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { SigningModule } from '../signing/signing.module.js';
import { WebhookModule } from '../webhook/webhook.module.js';
import { CLIENT_PARTS, CLIENT_PART_INSTANCES } from './client-parts.js';
import { ConfigurationController } from './configuration.controller.js';
import { ConfigurationService } from './configuration.service.js';
import { ClientViolationService } from './sections/client-violation.service.js';
import { SECTIONS, SECTION_INSTANCES } from './sections/sections.js';

const collect = (...instances: unknown[]): unknown[] => instances;

@Module({
  imports: [
    AuditLogModule,
    AuditLogApiModule,
    BackchannelLogoutModule,
    BrandingModule,
    PageTextModule,
    MailSenderModule,
    ClientModule,
    ClientPersistenceModule,
    ClientRegistrationModule,
    CurrentDomainModule,
    DomainPersistenceModule,
    IdentityProviderModule,
    ResourceModule,
    RoleModule,
    ScopeModule,
    SigningKeyModule,
    SignInModule,
    SigningModule,
    WebhookModule,
  ],
  controllers: [ConfigurationController],
  providers: [
    ...SECTIONS,
    ClientViolationService,
    ConfigurationService,
    { provide: CLIENT_PART_INSTANCES, useFactory: collect, inject: [...CLIENT_PARTS] },
    { provide: SECTION_INSTANCES, useFactory: collect, inject: [...SECTIONS] },
  ],
  exports: [ConfigurationService],
})
export class ConfigurationModule {}
