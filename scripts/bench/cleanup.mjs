/** Functions that stop or remove things, however the run ends. @type {(() => unknown)[]} */
const steps = [];

/** The time beside the rounds: for starting, provisioning, warm-up and checks. */
const BASE_MINUTES = 10;
const MINUTES_PER_FURTHER_METHOD = 3;

/** @param {() => unknown} step done before those that were named earlier */
export function onEnd(step) {
  steps.unshift(step);
}

/** Carries out every step once, even if others fail. */
export async function cleanUp() {
  for (const step of steps.splice(0)) {
    try {
      await step();
    } catch (error) {
      console.error(error);
    }
  }
}

/**
 * Ends the run when it is interrupted or takes far longer than it should.
 *
 * @param {import('./options.mjs').Options} options
 */
export function stopAfter({ targets, methods, domains, rounds, seconds }) {
  const measuring = (targets.length + domains.length) * methods.length * rounds * seconds * 2;
  stopWithin(BASE_MINUTES + MINUTES_PER_FURTHER_METHOD * (methods.length - 1) + (measuring + Math.max(...domains) / 20) / 60);
}

/**
 * Ends the run when it is interrupted or takes longer.
 *
 * @param {number} minutes
 */
export function stopWithin(minutes) {
  setTimeout(end, minutes * 60_000, `stopped: not done after ${Math.round(minutes)} minutes`).unref();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(`stopped by ${signal}`));
}

/** @param {string} reason */
function end(reason) {
  console.error(reason);
  void cleanUp().finally(() => process.exit(1));
}
