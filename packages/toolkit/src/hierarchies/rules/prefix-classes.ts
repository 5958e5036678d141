/** A class that continues: the label of codes with the same beginning. */
const MORE = '*'

/**
 * Classes of codes by their first characters.
 *
 * If all codes have one length, a label has a star for each character that it lacks (`80***`). Otherwise one star stands for all
 * of them (`A0*`). A code that is shorter than a prefix is a class of its own at that level.
 *
 * @param codes - The different codes.
 * @param lengths - Numbers of characters, descending.
 * @returns For each code its labels, level by level.
 */
export function prefixClasses(codes: readonly string[], lengths: readonly number[]): string[][] {
  const letters = codes.map((code) => [...code])
  const length = letters[0]?.length ?? 0
  const isOne = letters.every((one) => one.length === length)
  return letters.map((one) =>
    lengths.map((kept) => {
      if (one.length < kept || (isOne && one.length === kept)) return one.join('')
      return one.slice(0, kept).join('') + (isOne ? MORE.repeat(one.length - kept) : MORE)
    }),
  )
}
