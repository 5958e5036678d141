import { categorical, dataset, numeric, type Dataset } from '@sdc/core'

/**
 * Dataset of a file in this package: a header, commas, lines that end in a line feed, text with a comma
 * in quotes, no quote in a text and no missing value. A file of anybody else's is read by `@sdc/files`.
 *
 * @param text - The whole file.
 * @param categories - The columns that hold text; all others hold numbers.
 */
export function plainCsv(text: string, categories: readonly string[] = []): Dataset {
  const [names, ...records] = text.trimEnd().split('\n').map(cells)
  return dataset(
    names.map((name, j) => {
      const values = records.map((record) => record[j])
      return [name, categories.includes(name) ? categorical(values) : numeric(Float64Array.from(values, Number))]
    }),
  )
}

/** The cells of a line: text in quotes may hold commas. */
function cells(line: string): string[] {
  return line.includes('"')
    ? Array.from(line.matchAll(/"([^"]*)"|([^,]+)/g), ([, quoted, plain]) => quoted ?? plain)
    : line.split(',')
}
