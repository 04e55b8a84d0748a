import { describe, expect, it } from '@jest/globals';
import { offerBrowser } from './shared-browser.mjs';

/** Counts the handles that a started process brings along. */
function countHandles(): number {
  return process.getActiveResourcesInfo().filter((kind) => ['ProcessWrap', 'PipeWrap'].includes(kind)).length;
}

describe('the shared browser', () => {
  it('does not count as a handle that a test file in the same process left open', async () => {
    const before = countHandles();

    const { url, stop } = await offerBrowser();
    const after = countHandles();
    await stop();

    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(after).toBeLessThanOrEqual(before);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});
