import { errors } from 'oidc-provider';

/** A device code was allowed or denied a moment before, or its user was deleted: the user gets the page of a code that is over. */
export class DeviceCodeDecidedError extends errors.OIDCProviderError {
  constructor() {
    super(400, 'invalid_request');
    this.error_description = 'the device code was answered already';
    this.expose = true;
  }
}
