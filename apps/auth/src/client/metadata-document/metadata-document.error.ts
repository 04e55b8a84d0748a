/** No client can be made of the document at a `client_id`. */
export class MetadataDocumentError extends Error {
  override readonly name = 'MetadataDocumentError';

  /** @param reason what the developer of the client must change: characters of `error_description`, and nothing that the document says */
  constructor(readonly reason: string) {
    super(reason);
  }
}
