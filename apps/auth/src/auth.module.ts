import { Module, type DynamicModule } from '@nestjs/common';
import { outgoingPolicyOf, type AuthSettings } from '@latchkey/config';
import { MasterKeyProof, PersonalDataCipher } from '@latchkey/crypto';
import { getCurrentTraceparent, ObservabilityModule, type Logger, type Metrics } from '@latchkey/observability';
import { OutgoingModule } from '@latchkey/outgoing';
import { DatabaseModule, deriveTimeouts } from '@latchkey/persistence';
import { DomainModule } from './domain/domain.module.js';
import { HttpListener } from './http.listener.js';
import { AccountModule } from './account/account.module.js';
import { PagesModule } from './pages/pages.module.js';
import { AuthorizationModule } from './authorization/authorization.module.js';
import { SharedSignalsModule } from './shared-signals/shared-signals.module.js';
import { ClientRegistrationModule } from './client-registration/client-registration.module.js';
import { ScimModule } from './scim/scim.module.js';
import { ResourceModule } from './resource/resource.module.js';
import { RequestRouter } from './request.router.js';
import { SettingsModule } from './settings/settings.module.js';
import { MagicLinkRedemptionModule } from './sign-in/methods/magic-link/magic-link-redemption.module.js';
import { SignUpModule } from './sign-in/sign-up/sign-up.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { FastPathModule } from './fast-path/fast-path.module.js';

/** The composition root of the auth server. */
@Module({})
export class AuthModule {
  static forRoot(settings: AuthSettings, logger: Logger, metrics: Metrics): DynamicModule {
    return {
      module: AuthModule,
      imports: [
        SettingsModule.forRoot(settings),
        ObservabilityModule.forRoot(logger, metrics),
        DatabaseModule.forRoot({
          url: settings.DATABASE_URL,
          poolSize: settings.DATABASE_POOL_SIZE,
          ...deriveTimeouts(settings.DATABASE_TIMEOUT),
          getTraceparent: getCurrentTraceparent,
          personalData: new PersonalDataCipher(settings.MASTER_KEY),
          proveMasterKey: (proofs) => new MasterKeyProof(proofs, settings.MASTER_KEY).verify(),
          onWait: (error) => logger.warn({ reason: (error as Error).message }, 'waiting for the database'),
        }),
        OutgoingModule.forRoot(outgoingPolicyOf(settings)),
        DomainModule,
        AuthorizationModule,
        FastPathModule,
        PagesModule,
        // Precedes the sign-in, whose last controller handles all other paths.
        SignUpModule,
        SignInModule,
        MagicLinkRedemptionModule,
        AccountModule,
        SharedSignalsModule,
        ResourceModule,
        ClientRegistrationModule,
        ScimModule,
      ],
      providers: [HttpListener, RequestRouter],
    };
  }
}
