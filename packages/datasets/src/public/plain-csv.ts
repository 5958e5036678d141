import { categorical, dataset, numeric, type Dataset } from '@sdc/core'

/**
 * Reads a file of this package: a header, commas, line feeds, text with a comma in quotes, no quote in a text and no
 * missing value. Use `@sdc/files` for any other file.
 *
 * @param text - The whole file.
 * @param categories - Columns of text; all others are numbers.
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

/** Cells of a line; text in quotes may contain commas. */
function cells(line: string): string[] {
  return line.includes('"')
    ? Array.from(line.matchAll(/"([^"]*)"|([^,]+)/g), ([, quoted, plain]) => quoted ?? plain)
    : line.split(',')
}
