import type { operations } from '@latchkey/api-client';
import { i18n } from '@lingui/core';
import { answer, api } from '../../../api/api.js';
import { ApiProblem } from '../../../api/problem.js';
import { toField } from '../../../ui/violations.js';
import type { Resource } from '../scope-choice.js';
import { toClientBody, type Draft, type StepName } from './draft.js';

type AuthenticationRequest = operations['replaceClientAuthentication']['requestBody']['content']['application/json'];

const CLIENT = '/v1/domain/{domain}/client/{clientId}';
const NEW = { 'If-None-Match': '*' };

/** A request of the creation that was refused: the step that asked for what is wrong, and the errors of its fields. */
export class CreationFailure extends Error {
  override readonly name = 'CreationFailure';

  constructor(
    readonly step: StepName,
    readonly problem: Error,
    readonly errors: Record<string, string>,
  ) {
    super(problem.message);
  }
}

/** @returns the keys of the authentication document, from a JWK set, one JWK or an address */
export function parseKeys(keys: string): { jwksUri: string } | { jwks: unknown } | null {
  if (/^https?:\/\//.test(keys.trim())) return { jwksUri: keys.trim() };
  try {
    const parsed: unknown = JSON.parse(keys);
    if (typeof parsed !== 'object' || parsed === null) return null;
    return { jwks: 'keys' in parsed ? parsed : { keys: [parsed] } };
  } catch {
    return null;
  }
}

/** The authentication document of a draft. null: the default, which is a secret. */
export function toAuthentication({ method, keys, issuer, subject }: Draft): AuthenticationRequest | null {
  if (method === 'secret') return null;
  const request =
    method === 'key'
      ? { type: 'PrivateKeyJwt', ...parseKeys(keys) }
      : { type: 'FederatedJwt', issuer: issuer.trim(), subject: subject.trim(), ...(keys.trim() !== '' && parseKeys(keys)) };
  return { methods: [request] } as AuthenticationRequest;
}

/**
 * Creates a client with all that belongs to it. If one of the requests is refused, what was created before is deleted again.
 *
 * @returns the secret, if the client has one
 * @throws {CreationFailure}
 */
export async function createClient(domain: string, draft: Draft, resources: readonly Resource[]): Promise<string | null> {
  const path = { domain, clientId: draft.id };
  const undo: (() => Promise<unknown>)[] = [];
  let step: StepName = 'names';
  try {
    if (draft.kind === 'mcp' && !resources.some(({ audience }) => audience === draft.address.trim())) {
      const params = { path: { domain, resourceId: draft.id } };
      const body = { audience: draft.address.trim(), name: draft.id };
      await answer(api.PUT('/v1/domain/{domain}/resource/{resourceId}', { params: { ...params, header: NEW }, body }));
      undo.push(() => answer(api.DELETE('/v1/domain/{domain}/resource/{resourceId}', { params })));
    }
    const { data } = await answer(api.PUT(CLIENT, { params: { path, header: NEW }, body: toClientBody(draft) }));
    undo.push(() => answer(api.DELETE(CLIENT, { params: { path } })));
    step = 'access';
    for (const [resourceId, scopes] of Object.entries(draft.access)) {
      await answer(api.PUT(`${CLIENT}/resource/{resourceId}`, { params: { path: { ...path, resourceId } }, body: { scopes } }));
    }
    if (draft.kind === 'device') await answer(api.PUT(`${CLIENT}/grants`, { params: { path }, body: { deviceCode: true } }));
    if (draft.kind === 'mcp' && Object.keys(draft.access).length > 0) {
      const tokenExchange = { mode: 'Delegation' as const, resources: draft.access as Record<string, never> };
      await answer(api.PUT(`${CLIENT}/grants`, { params: { path }, body: { tokenExchange } }));
    }
    step = 'proof';
    const authentication = toAuthentication(draft);
    if (authentication === null || toClientBody(draft).clientType === 'Public') return data.clientSecret;
    await answer(api.PUT(`${CLIENT}/authentication`, { params: { path }, body: authentication }));
    return null;
  } catch (error) {
    for (const remove of undo.reverse()) await remove().catch(() => undefined);
    throw new CreationFailure(step, error as Error, readErrors(error, step));
  }
}

/** The fields of the wizard for the pointers of a problem. */
function readErrors(error: unknown, step: StepName): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  if (error.status === 412 && step === 'names') return { id: i18n.t('This id is taken. Choose another one.') };
  if (error.status === 409 && step === 'proof') return { subject: error.message };
  return Object.fromEntries(error.violations.map(({ pointer, detail }) => [nameField(pointer), detail]));
}

function nameField(pointer: string): string {
  if (/^clientId|^resourceId/.test(pointer)) return 'id';
  if (/^\/audiences?/.test(pointer)) return 'address';
  if (/^\/methods\/0\/(issuer|subject)/.test(pointer)) return pointer.split('/')[3] ?? 'keys';
  if (pointer.startsWith('/methods')) return 'keys';
  if (/^\/(scopes|tokenExchange)/.test(pointer)) return 'access';
  return toField(pointer);
}
