/** Pointers into requests are those into users. */
export { joinPointer } from '@latchkey/user';
