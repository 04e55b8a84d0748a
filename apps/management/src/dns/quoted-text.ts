/** The value of a TXT record in the presentation format of RFC 1035 section 5.1: its character-strings, joined. */
export function unquote(text: string): string {
  const strings = text.match(/"(?:[^"\\]|\\.)*"/gs);
  return strings ? strings.map((string) => unescape(string.slice(1, -1))).join('') : text;
}

/** One character-string in presentation format. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function unescape(text: string): string {
  return text.replace(/\\(\d{3}|.)/gs, (_all, escaped: string) => (escaped.length === 3 ? String.fromCharCode(Number(escaped)) : escaped));
}
