// Runs the commands in README.md and docs/ and writes their output and pictures: `pnpm run examples [PAGE…]`.
// tooling/examples/examples.packaging.test.ts fails if a page differs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildProgram, drawPicture, examplePages, renewed } from '../examples/examples.mjs'
import { root } from './build.mjs'

const asked = process.argv.slice(2)
const program = mkdtempSync(join(tmpdir(), 'sdc-program-'))
try {
  await buildProgram(program)
  for (const page of asked.length > 0 ? asked : examplePages) {
    const old = readFileSync(join(root, page), 'utf8')
    const text = await renewed(page, old, program, drawPicture)
    if (text !== old) writeFileSync(join(root, page), text)
    process.stdout.write(`${page}: ${text === old ? 'unchanged' : 'renewed'}\n`)
  }
} finally {
  rmSync(program, { recursive: true, force: true })
}
