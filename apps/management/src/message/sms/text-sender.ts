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
  /** @throws DeliveryFailure unless the message was accepted. If the response was lost, it may have been */
  send(message: OutgoingText): Promise<void>;
}
