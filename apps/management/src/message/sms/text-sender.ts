/** A text message to one person. */
export interface OutgoingText {
  /** E.164. */
  to: string;
  text: string;
  /** The same for every attempt. */
  id: string;
}

/** A provider of text messages. */
export interface TextSender {
  /** @throws DeliveryFailure unless it was taken. If the answer could not be heard, it may have been */
  send(message: OutgoingText): Promise<void>;
}
