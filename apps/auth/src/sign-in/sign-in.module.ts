import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { FederationModule } from '../federation/federation.module.js';
import { MagicLinkModule } from '../magic-link/magic-link.module.js';
import { MethodModule } from '../method/method.module.js';
import { PasskeyModule } from '../passkey/passkey.module.js';
import { ProgressModule } from '../progress/progress.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { RecoveryCodeModule } from '../recovery-code/recovery-code.module.js';
import { TotpModule } from '../totp/totp.module.js';
import { CodeSignIn } from './code-sign-in.js';
import { CodeSignInController } from './code-sign-in.controller.js';
import { CodeTries } from './code-tries.js';
import { CodeVerification } from './code-verification.js';
import { Codes } from './codes.js';
import { Consent } from './consent.js';
import { Enrolment } from './enrolment.js';
import { EnrolmentController } from './enrolment.controller.js';
import { LinkSignInController } from './link-sign-in.controller.js';
import { NewAuthenticatorApp } from './new-authenticator-app.js';
import { PasskeyVerification } from './passkey-verification.js';
import { PasskeySignInController } from './passkey-sign-in.controller.js';
import { People } from './people.js';
import { ProviderSignIn } from './provider-sign-in.js';
import { ProviderSignInController } from './provider-sign-in.controller.js';
import { SignInController } from './sign-in.controller.js';
import { SignInLog } from './sign-in-log.js';
import { StagePages } from './stage-pages.js';
import { Stages } from './stages.js';
import { Visits } from './visits.js';

@Module({
  imports: [
    DomainModule,
    FederationModule,
    MagicLinkModule,
    MethodModule,
    PasskeyModule,
    ProgressModule,
    ProviderModule,
    RecoveryCodeModule,
    TotpModule,
  ],
  // The last one has an answer for whatever else is asked for.
  controllers: [
    PasskeySignInController,
    LinkSignInController,
    CodeSignInController,
    EnrolmentController,
    ProviderSignInController,
    SignInController,
  ],
  providers: [
    Visits,
    Stages,
    StagePages,
    SignInLog,
    People,
    Consent,
    Codes,
    CodeTries,
    CodeSignIn,
    CodeVerification,
    Enrolment,
    NewAuthenticatorApp,
    ProviderSignIn,
    PasskeyVerification,
  ],
})
export class SignInModule {}
