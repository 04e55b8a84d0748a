import type { components } from '@latchkey/api-client';
import { hasRedirect, isConfidential, KIND_NAMES, type ClientKind } from '../client-kind.js';
import type { Access } from '../scope-choice.js';
import { withoutBlank } from '../uri-list.js';

export type ProofMethod = 'secret' | 'key' | 'workload';
export type StepName = 'what' | 'names' | 'access' | 'proof' | 'code';

/** What was chosen in the wizard. */
export interface Draft {
  kind: ClientKind;
  id: string;
  redirectUris: string[];
  postSignOutRedirectUris: string[];
  allowedOrigins: string[];
  /** The address of an MCP server, which is the audience of its tokens. */
  address: string;
  access: Access;
  method: ProofMethod;
  /** A JWK set, or its address. It is public, but too long for the URL. */
  keys: string;
  issuer: string;
  subject: string;
}

export type WizardSearch = Partial<Omit<Draft, 'keys'>> & { step?: StepName; created?: string };

const STEPS: readonly StepName[] = ['what', 'names', 'access', 'proof', 'code'];
const METHODS: readonly ProofMethod[] = ['secret', 'key', 'workload'];

/** The steps of a kind: public clients prove nothing. */
export const stepsOf = (kind: ClientKind) => STEPS.filter((step) => step !== 'proof' || isConfidential(kind));

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 2048) : '');
const texts = (value: unknown) => (Array.isArray(value) ? value.slice(0, 50).map(text) : []);
const oneOf = <T extends string>(value: unknown, values: readonly T[]): T | undefined => values.find((one) => one === value);

function readAccess(value: unknown): Access {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([resourceId, scopes]) => [resourceId, texts(scopes)]));
}

/** The step that a URL names, if the kind has it. */
export const readStep = (step: unknown, steps: readonly StepName[]): StepName => oneOf(step, steps) ?? 'what';

/** The draft that a URL holds, with the defaults. */
export function readDraft(search: Record<string, unknown>): Draft {
  return {
    kind: oneOf(search['kind'], KIND_NAMES) ?? 'service',
    id: text(search['id']),
    redirectUris: texts(search['redirectUris']),
    postSignOutRedirectUris: texts(search['postSignOutRedirectUris']),
    allowedOrigins: texts(search['allowedOrigins']),
    address: text(search['address']),
    access: readAccess(search['access']),
    method: oneOf(search['method'], METHODS) ?? 'secret',
    keys: '',
    issuer: text(search['issuer']),
    subject: text(search['subject']),
  };
}

/** The part of a draft that stands in the URL: what differs from an empty one, and no keys. */
export function writeDraft({ keys: _keys, ...draft }: Draft): WizardSearch {
  const empty: Record<string, unknown> = { ...readDraft({}) };
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => name === 'kind' || JSON.stringify(value) !== JSON.stringify(empty[name])),
  );
}

const OPENID_SCOPE = 'openid profile email offline_access';
/** The scope of services. It means something only where a request names no API. */
const SERVICE_SCOPE = 'service';

export const scopeOf = (kind: ClientKind) => (kind === 'service' || kind === 'mcp' ? SERVICE_SCOPE : OPENID_SCOPE);

const orNull = (uris: readonly string[]) => (withoutBlank(uris).length > 0 ? withoutBlank(uris) : null);

/** The origins of redirect addresses, which a page in the browser most likely has itself. */
export const originsOf = (uris: readonly string[]) => [
  ...new Set(withoutBlank(uris).flatMap((uri) => (/^https?:/.test(uri) && URL.canParse(uri) ? [new URL(uri).origin] : []))),
];

/** The client's document. */
export function toClientBody(draft: Draft): components['schemas']['UpdateClientRequest'] {
  const { kind } = draft;
  return {
    clientType: isConfidential(kind) ? 'Confidential' : 'Public',
    grantType: kind === 'service' || kind === 'mcp' ? 'ClientCredentials' : 'AuthorizationCode',
    scope: scopeOf(kind),
    ...(kind === 'mcp' && { audiences: [draft.address.trim()] }),
    ...(hasRedirect(kind) && {
      redirectUris: orNull(draft.redirectUris),
      postSignOutRedirectUris: orNull(draft.postSignOutRedirectUris),
    }),
    ...(kind === 'spa' && {
      allowedOrigins: orNull(draft.allowedOrigins.length > 0 ? draft.allowedOrigins : originsOf(draft.redirectUris)),
    }),
  };
}
