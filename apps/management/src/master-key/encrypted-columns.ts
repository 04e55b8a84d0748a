import {
  dkimKeyContext,
  domainOriginContext,
  identityProviderContext,
  idTokenContext,
  auditLogHeadKeyContext,
  logKeyContext,
  masterKeyProofContext,
  pushAuthorizationContext,
  receiptKeyContext,
  recoveryCodeContext,
  signingKeyContext,
  totpContext,
  webhookKeyContext,
  webhookSecretContext,
} from '@latchkey/crypto';
import { messageContext } from '@latchkey/message';
import type { EncryptedColumnLocation } from '@latchkey/persistence';
import { getStoredResponseContext } from '../idempotency/stored-response-context.js';

/** A column of encrypted values. The associated data of each value comes from the first two columns of its row's key: see Encryptor. */
export interface EncryptedColumn extends EncryptedColumnLocation {
  contextOf(first: string, second: string): string;
}

/** Every column that the master key encrypts. The column of pending secrets comes first, because a secret may be confirmed meanwhile. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  { table: 'signing_key', column: 'private_key', key: ['domain_id', 'kid'], contextOf: signingKeyContext },
  { table: 'totp', column: 'pending_secret', key: ['domain_id', 'sub'], contextOf: totpContext },
  { table: 'totp', column: 'secret', key: ['domain_id', 'sub'], contextOf: totpContext },
  { table: 'identity_provider', column: 'client_secret', key: ['domain_id', 'name'], contextOf: identityProviderContext },
  { table: 'message', column: 'encrypted', key: ['domain_id', 'id'], contextOf: messageContext },
  { table: 'idempotency_answer', column: 'body', key: ['subscription_id', 'key'], contextOf: getStoredResponseContext },
  { table: 'log_key', column: 'encrypted', key: ['domain_id', 'sub', 'month'], contextOf: logKeyContext },
  { table: 'federated_login', column: 'id_token', key: ['domain_id', 'uid'], contextOf: idTokenContext },
  { table: 'recovery_code', column: 'encrypted', key: ['domain_id', 'hash'], contextOf: recoveryCodeContext },
  { table: 'receipt_key', column: 'private_key', key: ['kid', 'kid'], contextOf: receiptKeyContext },
  // The column of replaced secrets comes second, because a secret may be replaced meanwhile.
  { table: 'webhook', column: 'secret', key: ['domain_id', 'id'], contextOf: webhookSecretContext },
  { table: 'webhook', column: 'previous_secret', key: ['domain_id', 'id'], contextOf: webhookSecretContext },
  { table: 'webhook', column: 'private_key', key: ['domain_id', 'id'], contextOf: webhookKeyContext },
  { table: 'ssf_stream', column: 'authorization_header', key: ['domain_id', 'id'], contextOf: pushAuthorizationContext },
  { table: 'mail_sender', column: 'private_key', key: ['domain_id', 'selector'], contextOf: dkimKeyContext },
  { table: 'domain_origin', column: 'keys', key: ['domain_id', 'domain_id'], contextOf: domainOriginContext },
  { table: 'log_head_key', column: 'encrypted', key: ['singleton', 'singleton'], contextOf: auditLogHeadKeyContext },
  // Comes last, so that processes without the new key stay ready until everything is encrypted with it.
  { table: 'master_key_proof', column: 'encrypted', key: ['singleton', 'singleton'], contextOf: masterKeyProofContext },
];
