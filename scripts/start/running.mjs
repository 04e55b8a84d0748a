/** @typedef {{ stop: () => Promise<unknown>, force?: () => unknown }} Part */

/** The started parts, which are stopped in reverse order. */
export class Running {
  /** @type {Part[]} */
  #parts = [];
  isStopping = false;

  /** @param {Part} part */
  add(part) {
    this.#parts.push(part);
  }

  /** @param {import('./application.mjs').Application[]} applications */
  addApplications(applications) {
    this.add({
      stop: () => Promise.all(applications.map((application) => application.stop())),
      force: () => applications.forEach((application) => application.kill()),
    });
  }

  /**
   * Stops everything, whatever fails.
   *
   * @param {AbortSignal} forced once it is aborted, parts that can be killed are not waited for
   *
   * @returns {Promise<unknown[]>} the failures
   */
  async stop(forced) {
    this.isStopping = true;
    const force = () => this.#parts.forEach((part) => part.force?.());
    forced.addEventListener('abort', force);
    const failures = [];
    for (const part of this.#parts.toReversed()) {
      try {
        await part.stop();
      } catch (error) {
        failures.push(error);
      }
    }
    forced.removeEventListener('abort', force);
    return failures;
  }
}
