/** Returns the number of points of a map, counted by their titles. */
export function dots(svg: string): number {
  return (svg.match(/<title[ >/]/g) ?? []).length - 1
}

/** Returns true if every tag is closed in its order and no bare `<` or `&` is left, as XML readers require. */
export function wellFormed(svg: string): boolean {
  const open: string[] = []
  const rest = svg.replace(
    /<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
    (_, closing, name, attributes, single) => {
      if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(attributes)) return '<'
      if (closing) return open.pop() === name ? '' : '<'
      if (!single) open.push(name)
      return ''
    },
  )
  return open.length === 0 && !rest.includes('<') && !/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(rest)
}
