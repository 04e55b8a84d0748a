import { BrandingSection } from './branding.section.js';
import { ClientRegistrationSection } from './client-registration.section.js';
import { ClientSection } from './client.section.js';
import { LogRetentionSection } from './log-retention.section.js';
import { MailSenderSection } from './mail-sender.section.js';
import { PageTextSection } from './page-text.section.js';
import { ProviderSection } from './provider.section.js';
import { ResourceSection } from './resource.section.js';
import { RoleSection } from './role.section.js';
import { ScopeSection } from './scope.section.js';
import { SignInSection } from './sign-in.section.js';
import { SigningSection } from './signing.section.js';
import { WebhookSection } from './webhook.section.js';

/** The sections of the document, in the order in which it shows them. */
export const SECTIONS = [
  ClientSection,
  ScopeSection,
  ResourceSection,
  RoleSection,
  ProviderSection,
  BrandingSection,
  PageTextSection,
  MailSenderSection,
  WebhookSection,
  SigningSection,
  SignInSection,
  LogRetentionSection,
  ClientRegistrationSection,
] as const;

/** The token of the instances. */
export const SECTION_INSTANCES = 'configuration-sections';
