import dns from 'node:dns';

/**
 * Resolves names under .localhost to loopback addresses, as RFC 6761 section 6.3 requires, and as browsers and curl do. Node asks the
 * system's resolver, which on Debian knows only `localhost` itself. Use it with `node --import`, so that the program stays unchanged.
 */
const { lookup } = dns;
dns.lookup = Object.assign((name, options, callback) => {
  const isLoopback = name.toLowerCase().endsWith('.localhost');
  return lookup(isLoopback ? '127.0.0.1' : name, options, callback);
}, lookup);
