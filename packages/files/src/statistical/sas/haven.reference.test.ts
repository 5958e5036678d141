import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathOf } from '@sdc/testing/outside-data'
import { statBytes, statFiles } from '../expected.fixture.js'
import { readXpt } from './read-xpt.js'
import { writeXpt } from './write-xpt.js'

const files = statFiles(['xpt', 'survey'], /\.xpt$/)
const hasHaven = spawnSync('Rscript', ['-e', 'library(haven)']).status === 0

/** Prints the differences of two transport files in haven: names, values, letters of missing cells, attributes. */
const compare = `
library(haven)
args <- commandArgs(TRUE)
one <- read_xpt(args[1]); other <- read_xpt(args[2])
if (!identical(names(one), names(other)) || nrow(one) != nrow(other)) cat("names or rows", names(other), nrow(other), "\\n")
for (v in names(one)) {
  a <- one[[v]]; b <- other[[v]]
  same <- identical(attributes(a), attributes(b)) && isTRUE(all.equal(unclass(a), unclass(b), tolerance = 0))
  if (is.double(a)) same <- same && identical(na_tag(as.numeric(a)), na_tag(as.numeric(b)))
  if (!same) { cat(v, "\\n"); str(a); str(b) }
}
if (!identical(attr(one, "label"), attr(other, "label"))) cat("label\\n")
`

describe.skipIf(files.length === 0 || !hasHaven)('transport files written again (skipped without haven of R)', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sdc-xpt-'))
    writeFileSync(join(folder, 'compare.R'), compare)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(files)('%s is the same file in haven', (name) => {
    const version = name.includes('v5') ? 5 : 8
    const { content } = writeXpt(readXpt(statBytes(name)).table, { version })
    const path = join(folder, 'written.xpt')
    writeFileSync(path, Buffer.concat([...content]))
    const said = execFileSync('Rscript', [join(folder, 'compare.R'), pathOf(`stat/${name}`), path], {
      encoding: 'utf8',
    })
    expect(said).toBe('')
  })
})
