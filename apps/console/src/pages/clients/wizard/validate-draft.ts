import { i18n } from '@lingui/core';
import { withoutBlank } from '../uri-list.js';
import { hasRedirect } from '../client-kind.js';
import { parseKeys } from './create-client.js';
import type { Draft, StepName } from './draft.js';

const CLIENT_ID = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,128}$/;

/** What a step still lacks, by field. The server checks everything again. */
export function validateStep(step: StepName, draft: Draft): Record<string, string> {
  if (step === 'names') return validateNames(draft);
  return step === 'proof' ? validateProof(draft) : {};
}

function validateNames(draft: Draft): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!CLIENT_ID.test(draft.id)) errors['id'] = i18n.t('Must be 1 to 128 letters, digits or one of - . _ ~');
  if (hasRedirect(draft.kind) && withoutBlank(draft.redirectUris).length === 0) {
    errors['redirectUris.0'] = i18n.t('Give the address to which people come back');
  }
  for (const [index, uri] of draft.redirectUris.entries()) {
    if (/^http:\/\/(?!localhost[:/]|127\.0\.0\.1[:/]|\[::1\][:/])/.test(uri)) {
      errors[`redirectUris.${index}`] = i18n.t('Must start with https://. Only localhost may use http.');
    }
  }
  if (draft.kind === 'mcp' && !URL.canParse(draft.address.trim()))
    errors['address'] = i18n.t('Give the address of the server, such as https://mcp.example.com');
  return errors;
}

function validateProof(draft: Draft): Record<string, string> {
  const errors: Record<string, string> = {};
  if (draft.method === 'workload') {
    if (!draft.issuer.trim()) errors['issuer'] = i18n.t('Give the issuer that vouches for the service');
    if (!draft.subject.trim()) errors['subject'] = i18n.t('Give the name that the issuer knows the service by');
  }
  const needsKeys = draft.method === 'key' || (draft.method === 'workload' && draft.keys.trim() !== '');
  if (needsKeys && parseKeys(draft.keys) === null) errors['keys'] = i18n.t('Give a JWK set as JSON, or its https address');
  return errors;
}
