/** Digits of the ends of an interval, relative to its width. */
const DIGITS = 4

/**
 * Formats an interval in short numbers: the lower end is rounded down and the upper end up, so that the printed
 * interval contains the exact one.
 */
export function outwardText([low, high]: readonly [number, number]): string {
  return `between ${endText(low, high - low, -1)} and ${endText(high, high - low, 1)}`
}

/** Rounds an end outward, to a multiple of a power of ten of at most a thousandth of the width. */
function endText(end: number, width: number, way: 1 | -1): string {
  const exponent = Number(width.toExponential().split('e')[1]) - DIGITS + 1
  // Without a width, or for an end without further digits, the number is unchanged.
  if (!(width > 0) || !Number.isFinite(width) || Math.abs(end) > width * 1e11) return String(end)
  if (exponent < -90 || exponent > 200) return String(end)
  const digits = Math.max(0, -exponent)
  const step = Number(`1e${exponent}`)
  for (let more = 0; more < 3; more++) {
    const steps = (way < 0 ? Math.floor(end / step) : Math.ceil(end / step)) + way * more
    const shown = exponent > 0 ? `${BigInt(steps) * 10n ** BigInt(exponent)}` : (steps * step).toFixed(digits)
    const value = Number(shown)
    if (way * value >= way * end) return digits > 12 || Math.abs(value) >= 1e15 ? String(value) : shortened(shown)
  }
  return String(end)
}

/** Removes trailing zeros and −0. */
function shortened(text: string): string {
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return short === '-0' ? '0' : short
}
