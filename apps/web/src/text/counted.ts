/**
 * A whole number with its thousands parted: `1,080`. Not by `Intl`: the browser reads so much for the first number that the page
 * would show a quarter later.
 */
export function whole(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A number of things: `1 record`, `1,080 records`. */
export function counted(value: number, thing: string): string {
  return `${whole(value)} ${thing}${value === 1 ? '' : 's'}`
}

/** A share in percent, to whole ones where it is neither none nor all: `0 %`, `under 1 %`, `over 99 %`. */
export function share(part: number, all: number): string {
  if (all === 0 || part === 0) return '0 %'
  if (part === all) return '100 %'
  const percent = (100 * part) / all
  if (percent < 1) return 'under 1 %'
  return percent > 99 ? 'over 99 %' : `${Math.round(percent)} %`
}

/** A size of a file: `930 bytes`, `74 kB`, `1.2 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`
}
