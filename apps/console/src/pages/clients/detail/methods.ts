import { IconCertificate, IconCloudLock, IconLock, IconKey, IconRosetteDiscountCheck, type TablerIcon } from '@tabler/icons-react';
import { message } from '../../../messages/message.js';
import type { Method } from '../client-queries.js';

/** A method without the time of its last use, as a form has it. */
export type EditedMethod = Record<string, unknown> & { type: MethodType };
export type MethodType = Method['type'];

interface MethodWords {
  label: string;
  description: string;
  icon: TablerIcon;
}

export const METHODS: Record<MethodType, MethodWords> = {
  ClientSecret: { label: message('Client secret'), description: message('It knows a secret'), icon: IconKey },
  PrivateKeyJwt: {
    label: message('Private key JWT'),
    description: message('No secret to leak: your program signs, Latchkey checks'),
    icon: IconCertificate,
  },
  FederatedJwt: {
    label: message('Workload identity'),
    description: message('Kubernetes, a CI job or SPIFFE vouches for it'),
    icon: IconCloudLock,
  },
  TlsClientAuth: {
    label: message('TLS certificate'),
    description: message('Its certificate has the name that you register'),
    icon: IconLock,
  },
  SelfSignedTlsClientAuth: {
    label: message('Self-signed TLS certificate'),
    description: message('Its certificate has a key that you register'),
    icon: IconRosetteDiscountCheck,
  },
};

/** Names of certificates, of which a method has one. */
export const CERTIFICATE_NAMES = ['subjectDn', 'sanDns', 'sanUri', 'sanEmail', 'sanIp'] as const;

/** What tells one method of a type from another. */
export function describeMethod(method: EditedMethod): string {
  const name = CERTIFICATE_NAMES.find((key) => typeof method[key] === 'string');
  if (name) return `${name}: ${String(method[name])}`;
  if (typeof method['issuer'] === 'string') return `${method['issuer']} · ${String(method['subject'])}`;
  if (typeof method['jwksUri'] === 'string') return method['jwksUri'];
  const set = method['jwks'] as { keys?: { kid?: string; kty?: string; crv?: string }[] } | undefined;
  return (set?.keys ?? []).map(({ kid, kty, crv }) => kid ?? crv ?? kty).join(', ');
}

/** Takes out what only answers have. */
export const toEdited = ({ lastUsedAt: _lastUsedAt, ...method }: Method): EditedMethod => method as EditedMethod;

/** The values of the form for the authentication document. */
export type AuthenticationValues = { methods: EditedMethod[]; senderConstraint: string; profile: string };
