/** A text without the byte order mark that some editors put at the start of a file. RFC 8259 section 8.1 lets readers of JSON ignore it. */
export function removeByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
