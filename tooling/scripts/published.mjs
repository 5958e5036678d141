// What is published, checked as it is packed, in this process: TypeScript, its library and the checks are loaded once for all
// packages, where a process for each took ten times as long.
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { readFileSync } from 'node:fs'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** Packages of modules alone: how CommonJS and Node 10 would find them is not asked. */
const notAsked = ['node10', 'node16-cjs']

/** Throws where a module system would find the types of a package wrongly, or where it has none. */
export async function typesAreFound(tarball) {
  const found = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))))
  if (!found.types) throw new Error(`${tarball} has no types`)
  const problems = found.problems.filter(({ resolutionKind }) => !notAsked.includes(resolutionKind))
  if (problems.length > 0) throw new Error(problems.map((one) => JSON.stringify(one)).join('\n'))
}

/** Throws where the manifest says what the files do not, warnings included. */
export async function manifestIsTrue(tarball) {
  const { buffer, byteOffset, byteLength } = readFileSync(tarball)
  const pack = { tarball: buffer.slice(byteOffset, byteOffset + byteLength) }
  const { messages, pkg } = await publint({ pack, strict: true })
  const errors = messages.filter(({ type }) => type === 'error')
  if (errors.length > 0) throw new Error(errors.map((one) => formatMessage(one, pkg)).join('\n'))
}
