/**
 * A candidate's label as it is read: `noise/multiplicative halfWidth = 0.5 + reverse-map/rank` is "multiplicative
 * halfWidth = 0.5, reverse-mapped". What else comes after a method keeps its id.
 */
export function candidateName(label: string): string {
  const [first, ...then] = label.split(' + ')
  const end = first.indexOf(' ')
  const method = end < 0 ? first : first.slice(0, end)
  // Only the method's own name is put into words: parameters stay as they are typed.
  const words = method.slice(method.indexOf('/') + 1).replaceAll('-', ' ') + first.slice(method.length)
  return [words, ...then.map((one) => (one === 'reverse-map/rank' ? 'reverse-mapped' : `then ${one}`))].join(', ')
}
