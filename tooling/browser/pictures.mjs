import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** Greatest share of pixels that may differ. */
export const MOST_DIFFERENT = 0.005

/**
 * Least difference of two colours that counts, in the measure of pixelmatch. Other versions of a browser smooth letters
 * differently, and a stored picture has 16 levels of each colour; both are within this threshold.
 */
const THRESHOLD = 0.1

const LEVEL = 255 / 15

/**
 * Returns a picture at half its size, each pixel the mean of four, with 16 levels of each colour, for storage and
 * comparison.
 */
export function shrunk(bytes) {
  const whole = PNG.sync.read(bytes)
  const [width, height] = [whole.width >> 1, whole.height >> 1]
  const small = new PNG({ width, height })
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let colour = 0; colour < 4; colour++) {
        const at = (2 * y * whole.width + 2 * x) * 4 + colour
        const below = at + whole.width * 4
        const mean = (whole.data[at] + whole.data[at + 4] + whole.data[below] + whole.data[below + 4]) / 4
        small.data[(y * width + x) * 4 + colour] = Math.round(mean / LEVEL) * LEVEL
      }
  return small
}

/** Returns the stored bytes, as small as possible, without transparency. */
export const pngOf = (picture) =>
  PNG.sync.write(picture, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 })

/**
 * Compares a picture with a stored one.
 *
 * @param stored - The stored picture.
 * @param picture - The present picture.
 * @returns The share of pixels that differ, 1 if the sizes differ beyond the rounding of a pixel; and the picture of
 *   the difference.
 */
export function compared(stored, picture) {
  const held = PNG.sync.read(stored)
  const [width, height] = [Math.min(held.width, picture.width), Math.min(held.height, picture.height)]
  if (Math.abs(held.width - picture.width) > 1 || Math.abs(held.height - picture.height) > 1)
    return { share: 1, size: `${picture.width} × ${picture.height}, not ${held.width} × ${held.height}` }
  const cut = (whole) => {
    const part = new PNG({ width, height })
    PNG.bitblt(whole, part, 0, 0, width, height, 0, 0)
    return part.data
  }
  const difference = new PNG({ width, height })
  const count = pixelmatch(cut(held), cut(picture), difference.data, width, height, {
    threshold: THRESHOLD,
    includeAA: true,
  })
  return { share: count / (width * height), difference }
}
