/**
 * Formats an integer with grouped thousands: `1,080`. `Intl` is not used, since loading its data for the first number
 * would delay the page by a quarter.
 */
export function whole(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Formats a count: `1 record`, `1,080 records`. */
export function counted(value: number, thing: string): string {
  return `${whole(value)} ${thing}${value === 1 ? '' : 's'}`
}

/** Formats a share in whole percent, except near none and all: `0 %`, `under 1 %`, `over 99 %`. */
export function share(part: number, all: number): string {
  if (all === 0 || part === 0) return '0 %'
  if (part === all) return '100 %'
  const percent = (100 * part) / all
  if (percent < 1) return 'under 1 %'
  return percent > 99 ? 'over 99 %' : `${Math.round(percent)} %`
}

/** Formats a file size: `930 bytes`, `74 kB`, `1.2 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`
}
