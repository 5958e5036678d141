import { categorical, dataset, numericValues, type Dataset } from '@sdc/core'
import { bytesOn } from './file-bytes.js'

const categories = ['urbrur', 'water', 'sex', 'relat']

/**
 * Every method and metric on testdata.csv, the household file of sdcMicro, whose codes are read as categories.
 *
 * @param numbers - The file, which is not part of the project.
 * @returns A function for each hash, by name.
 *
 * @public Imported by `tooling/engines/engines.mjs`.
 */
export function bytesOnTestdata(numbers: Dataset): ReturnType<typeof bytesOn> {
  const columns = numbers.names.map((name) => {
    const isCode = categories.includes(name)
    return [
      name,
      isCode ? categorical(Array.from(numericValues(numbers, name), String)) : numbers.column(name),
    ] as const
  })
  return bytesOn({
    data: dataset(columns),
    columns: ['expend', 'income', 'savings'],
    given: ['age', 'sampling_weight'],
    categories,
    keys: ['urbrur', 'water', 'sex'],
    confidential: 'relat',
  })
}
