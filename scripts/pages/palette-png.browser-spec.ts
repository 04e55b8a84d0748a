import { describe, expect, it } from '@jest/globals';
import { openBrowser } from '../../test/support/browser/browser.js';
import { toPalette } from './palette-png.mjs';

describe('palette PNG', () => {
  it('shows the same image, and is smaller', async () => {
    const browser = await openBrowser();
    const page = await browser.newPage({ viewport: { width: 61, height: 43 } });
    // Slopes and curves make the encoder use every filter.
    await page.setContent('<body style="background:#f3f5f8;color:#a8201a;font:30px serif"><b>Wg&amp;</b><i style="color:#1d4f91">/</i>');
    const before = await page.screenshot();
    const after = toPalette(before);

    const draw = (png: Buffer) =>
      page.evaluate(`(async () => {
        const image = new Image();
        image.src = 'data:image/png;base64,${png.toString('base64')}';
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
        canvas.drawImage(image, 0, 0);
        return [...canvas.getImageData(0, 0, image.width, image.height).data];
      })()`) as Promise<number[]>;
    const [wanted, shown] = [await draw(before), await draw(after)];
    await browser.close();

    expect(shown).toHaveLength(61 * 43 * 4);
    expect(Math.max(...shown.map((value, index) => Math.abs(value - wanted[index]!)))).toBeLessThan(24);
    expect(after.length).toBeLessThan(before.length);
  });

  it('supports only the PNG formats of browsers', () => {
    expect(() => toPalette(Buffer.alloc(60))).toThrow('not a PNG in the format that browsers create');
  });
});
