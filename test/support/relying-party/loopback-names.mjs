import dns from 'node:dns';

/**
 * Makes names under .localhost loopback addresses, as RFC 6761 section 6.3 has it and browsers and curl do; Node asks the system's
 * resolver, which on Debian knows no more than `localhost` itself. For `node --import`: the program itself stays as it is.
 */
const { lookup } = dns;
dns.lookup = Object.assign((name, options, callback) => {
  const isLoopback = name.toLowerCase().endsWith('.localhost');
  return lookup(isLoopback ? '127.0.0.1' : name, options, callback);
}, lookup);
