import { Module } from '@nestjs/common';
import {
  CredentialPersistenceModule,
  FederationPersistenceModule,
  AuditLogPersistenceModule,
  SignUpPersistenceModule,
  UsedJtiPersistenceModule,
  UserPersistenceModule,
} from '@latchkey/persistence';
import { UserChangeModule } from '@latchkey/user';
import { MessageModule } from '../message/message.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { FederationModule } from '../federation/federation.module.js';
import { MagicLinkModule } from './methods/magic-link/magic-link.module.js';
import { AuthenticationMethodModule } from '../authentication-method/authentication-method.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { PasskeyModule } from '../passkey/passkey.module.js';
import { CompletedFactorsModule } from '../completed-factors/completed-factors.module.js';
import { AuthorizationModule } from '../authorization/authorization.module.js';
import { RecoveryCodeModule } from '../recovery-code/recovery-code.module.js';
import { TotpModule } from '../totp/totp.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { CodeSignInService } from './methods/one-time-code/code-sign-in.service.js';
import { CodeSignInController } from './methods/one-time-code/code-sign-in.controller.js';
import { CodeRateLimitService } from './methods/one-time-code/code-rate-limit.service.js';
import { CodeVerificationService } from './methods/one-time-code/code-verification.service.js';
import { OneTimeCodeService } from './methods/one-time-code/one-time-code.service.js';
import { ConsentService } from './state/consent.service.js';
import { EnrolmentService } from './enrolment/enrolment.service.js';
import { EnrolmentController } from './enrolment/enrolment.controller.js';
import { MagicLinkRequestController } from './methods/magic-link/magic-link-request.controller.js';
import { WaitingTabController } from './methods/magic-link/waiting-tab.controller.js';
import { AuthenticatorAppEnrolmentService } from './state/authenticator-app-enrolment.service.js';
import { PasskeyVerificationService } from './methods/passkey/passkey-verification.service.js';
import { PasskeySignInController } from './methods/passkey/passkey-sign-in.controller.js';
import { UserLookupService } from './state/user-lookup.service.js';
import { HomeIdentityProviderService } from './methods/identity-provider/home-identity-provider.service.js';
import { IdentityProviderSignInService } from './methods/identity-provider/identity-provider-sign-in.service.js';
import { IdentityProviderSignInController } from './methods/identity-provider/identity-provider-sign-in.controller.js';
import { DeviceController } from './device/device.controller.js';
import { DeviceContextLoader } from './device/device-context.loader.js';
import { DeviceCodeLimitService } from './device/device-code-limit.service.js';
import { SignUpChallengeService } from './sign-up/sign-up-challenge.service.js';
import { SignUpIssuanceService } from './sign-up/sign-up-issuance.service.js';
import { SignUpRequestController } from './sign-up/sign-up-request.controller.js';
import { SignUpRequestService } from './sign-up/sign-up-request.service.js';
import { SignInController } from './sign-in.controller.js';
import { IdentityProviderRefusalService } from './state/identity-provider-refusal.service.js';
import { NewBrowserService } from './state/new-browser.service.js';
import { SignInAuditLogService } from './state/sign-in-audit-log.service.js';
import { StepRendererService } from './state/step-renderer.service.js';
import { SignInStateService } from './state/sign-in-state.service.js';
import { SignInContextLoader } from './context/sign-in-context.loader.js';

@Module({
  imports: [
    CredentialPersistenceModule,
    FederationPersistenceModule,
    AuditLogPersistenceModule,
    SignUpPersistenceModule,
    UsedJtiPersistenceModule,
    UserPersistenceModule,
    DomainModule,
    FederationModule,
    MagicLinkModule,
    MessageModule,
    UserChangeModule,
    PagesModule,
    AuthenticationMethodModule,
    PasskeyModule,
    CompletedFactorsModule,
    AuthorizationModule,
    RecoveryCodeModule,
    TotpModule,
    UsageModule,
  ],
  // Register this controller last: it handles all other paths.
  controllers: [
    DeviceController,
    PasskeySignInController,
    MagicLinkRequestController,
    WaitingTabController,
    CodeSignInController,
    EnrolmentController,
    IdentityProviderSignInController,
    SignUpRequestController,
    SignInController,
  ],
  providers: [
    DeviceContextLoader,
    DeviceCodeLimitService,
    SignInContextLoader,
    SignInStateService,
    StepRendererService,
    SignInAuditLogService,
    NewBrowserService,
    UserLookupService,
    ConsentService,
    OneTimeCodeService,
    CodeRateLimitService,
    CodeSignInService,
    CodeVerificationService,
    EnrolmentService,
    AuthenticatorAppEnrolmentService,
    IdentityProviderSignInService,
    HomeIdentityProviderService,
    IdentityProviderRefusalService,
    PasskeyVerificationService,
    SignUpRequestService,
    SignUpChallengeService,
    SignUpIssuanceService,
  ],
})
export class SignInModule {}
