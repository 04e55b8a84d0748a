/** The scopes of which a request needs one: `ssf.manage` includes `ssf.read`. */
export const READ = ['ssf.read', 'ssf.manage'] as const;
export const MANAGE = ['ssf.manage'] as const;
