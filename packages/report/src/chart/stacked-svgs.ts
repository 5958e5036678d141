/**
 * Stacks SVGs vertically in one SVG.
 *
 * @param pictures - SVG texts; each begins with `<svg ` and has a `viewBox` from 0 0.
 * @returns An SVG as wide as the widest picture and as high as all of them.
 * @throws RangeError if a picture has another form.
 */
export function stackedSvgs(pictures: readonly string[]): string {
  let width = 0
  let height = 0
  const placed = pictures.map((picture) => {
    const size = /^<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(picture)
    if (size === null) throw new RangeError('a picture to stack is an SVG with a viewBox from 0 0')
    const moved = picture.replace('<svg ', `<svg y="${height}" `)
    width = Math.max(width, Number(size[1]))
    height += Number(size[2])
    return moved
  })
  const frame = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame} font-family="sans-serif">${placed.join('')}</svg>`
}
