/** Reads a CSV file and writes it unchanged, as a program based on these packages: node csv-copy.mjs IN OUT. */
import { csvContent } from '@sdc/files'
import { readCsvFile, writeFileSafely } from '@sdc/files/node'

const [from, to] = process.argv.slice(2)
const file = await readCsvFile(from)
await writeFileSafely(to, csvContent(file, file.dataset))
