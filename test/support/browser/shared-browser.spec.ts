import { describe, expect, it } from '@jest/globals';
import { offerBrowser } from './shared-browser.mjs';

describe('the shared browser', () => {
  it('is nothing that a test file in the same process would have left open', async () => {
    const before = process.getActiveResourcesInfo().toSorted();

    const { url, stop } = await offerBrowser();

    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(process.getActiveResourcesInfo().toSorted()).toEqual(before);
    await stop();
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});
