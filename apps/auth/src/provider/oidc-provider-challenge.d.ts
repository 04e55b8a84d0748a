/** Not part of oidc-provider's public interface: see dpop-nonce.service.ts. */
declare module 'oidc-provider/lib/helpers/challenge.js' {
  export default class ServerChallenge {
    /** @param secret 32 bytes @param info the label of this kind of nonces */
    constructor(secret: Buffer, info: string);
    nextChallenge(): string;
    checkChallenge(challenge: string): boolean;
  }
}
