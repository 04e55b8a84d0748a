import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Channels of a pixel by color type: RGB, and RGB with alpha. */
const CHANNELS = new Map([
  [2, 3],
  [6, 4],
]);
const COLORS = 256;

/**
 * Reduces a PNG (RFC 2083) with 8 bits per channel to about a quarter of its size. The 256 most frequent colors stay; others become the
 * nearest of them. Pages have few colors besides the edges of their letters.
 *
 * @param {Buffer} png without interlacing, as browsers create it; alpha is dropped
 */
export function toPalette(png) {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = CHANNELS.get(header[9] ?? 0);
  if (header[8] !== 8 || channels === undefined || header[12] !== 0) throw new Error('not a PNG in the format that browsers create');
  const data = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((each) => each.data)));
  const pixels = unfilter(data, width * channels, channels);
  const { palette, indexOf } = quantize(pixels, channels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    rows[pixel + Math.floor(pixel / width) + 1] = indexOf(pixels.readUIntBE(pixel * channels, 3));
  }
  const paletted = Buffer.from(header);
  paletted[9] = 3;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', paletted),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {Buffer} png */
function chunksOf(png) {
  const chunks = [];
  for (let at = SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)) });
  }
  return chunks;
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/**
 * Undoes the filters of RFC 2083 section 6.
 *
 * @param {Buffer} data each row after the octet that names its filter
 * @param {number} stride octets of a row
 * @param {number} channels
 */
function unfilter(data, stride, channels) {
  const pixels = Buffer.alloc((data.length / (stride + 1)) * stride);
  for (let row = 0; row * stride < pixels.length; row += 1) {
    const filter = data[row * (stride + 1)] ?? 0;
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      const left = column < channels ? 0 : (pixels[at - channels] ?? 0);
      const above = row === 0 ? 0 : (pixels[at - stride] ?? 0);
      const corner = row === 0 || column < channels ? 0 : (pixels[at - stride - channels] ?? 0);
      pixels[at] = (data[at + row + 1] ?? 0) + predict(filter, [left, above, corner]);
    }
  }
  return pixels;
}

/**
 * @param {number} filter
 * @param {[left: number, above: number, corner: number]} around
 */
function predict(filter, [left, above, corner]) {
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return [0, left, above][filter] ?? 0;
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/**
 * @param {Buffer} pixels
 * @param {number} channels
 */
function quantize(pixels, channels) {
  /** @type {Map<number, number>} */
  const uses = new Map();
  for (let at = 0; at < pixels.length; at += channels) {
    const color = pixels.readUIntBE(at, 3);
    uses.set(color, (uses.get(color) ?? 0) + 1);
  }
  const commonest = [...uses].toSorted(([, one], [, other]) => other - one).slice(0, COLORS);
  const colors = commonest.map(([color]) => color);
  const indexes = new Map(colors.map((color, index) => [color, index]));
  const palette = Buffer.alloc(colors.length * 3);
  for (const [index, color] of colors.entries()) palette.writeUIntBE(color, index * 3, 3);
  /** @param {number} color */
  const indexOf = (color) => {
    const index = indexes.get(color) ?? nearest(color, colors);
    indexes.set(color, index);
    return index;
  };
  return { palette, indexOf };
}

/**
 * @param {number} color
 * @param {number[]} colors
 */
function nearest(color, colors) {
  let [best, min] = [0, Infinity];
  for (const [index, other] of colors.entries()) {
    const distance = [16, 8, 0].reduce((sum, shift) => sum + (((color >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
    if (distance < min) [best, min] = [index, distance];
  }
  return best;
}
