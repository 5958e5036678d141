// Checks packed packages in this process: TypeScript, its library and the checks are loaded once, since one process per
// package took ten times as long.
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { readFileSync } from 'node:fs'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** Resolution modes that are not checked, since packages are ES modules only. */
const notAsked = ['node10', 'node16-cjs']

/** Throws if a module system would resolve the types of a package wrongly, or if it has none. */
export async function typesAreFound(tarball) {
  const found = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))))
  if (!found.types) throw new Error(`${tarball} has no types`)
  const problems = found.problems.filter(({ resolutionKind }) => !notAsked.includes(resolutionKind))
  if (problems.length > 0) throw new Error(problems.map((one) => JSON.stringify(one)).join('\n'))
}

/** Throws if the manifest disagrees with the files, including warnings. */
export async function manifestIsTrue(tarball) {
  const { buffer, byteOffset, byteLength } = readFileSync(tarball)
  const pack = { tarball: buffer.slice(byteOffset, byteOffset + byteLength) }
  const { messages, pkg } = await publint({ pack, strict: true })
  const errors = messages.filter(({ type }) => type === 'error')
  if (errors.length > 0) throw new Error(errors.map((one) => formatMessage(one, pkg)).join('\n'))
}
