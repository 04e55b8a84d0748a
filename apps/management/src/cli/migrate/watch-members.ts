import { TokenType, type ParsedTokenInfo } from '@streamparser/json';

const OPENING: readonly TokenType[] = [TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET];
const CLOSING: readonly TokenType[] = [TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET];

/** Calls back with the name of each member of the outermost object that has a value, without keeping values. @returns a listener for tokens */
export function watchMembers(onMember: (name: string) => void): (token: ParsedTokenInfo) => void {
  let [depth, name, isValue, hasOpened] = [0, '', false, false];
  return ({ token, value }) => {
    // An empty array or object is closed by the next token.
    if (hasOpened && !CLOSING.includes(token)) onMember(name);
    hasOpened = false;
    if (CLOSING.includes(token)) depth -= 1;
    else if (OPENING.includes(token)) {
      hasOpened = depth === 1 && isValue;
      depth += 1;
    } else if (depth === 1) {
      if (token === TokenType.COLON || token === TokenType.COMMA) isValue = token === TokenType.COLON;
      else if (!isValue) name = String(value);
      else if (value) onMember(name);
    }
  };
}
