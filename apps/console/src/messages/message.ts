/** Marks a text that `i18n.t` translates where it is shown, so that the build finds it. */
export const message = <T extends string>(text: T): T => text;
