/** The associated data of the encrypted private key of the installation: see Encryptor. */
export function receiptKeyContext(kid: string): string {
  return `receipt-key:${kid}`;
}
