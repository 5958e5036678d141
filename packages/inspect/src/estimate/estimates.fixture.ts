import { categorical, dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { parseStep, publicManifest, replicateRng, runSteps, sha256Hex } from '@sdc/engine'
import { writeCsv } from '@sdc/files'
import { dropped, registry } from '../in-memory.fixture.js'
import type { InputFile } from '../files/input-file.js'

export interface MaskedFiles {
  readonly masked: InputFile
  readonly matrix: InputFile
}

/** Returns a file masked by some steps, as written to disk, with its public manifest. */
export async function maskedBy(original: Dataset, steps: readonly unknown[], seed: number): Promise<MaskedFiles> {
  const plans = steps.map((step) => parseStep({ use: 'categorical/pram', ...(step as object) }))
  const run = await runSteps({ registry, original, steps: plans, rng: replicateRng(seededRng(seed)) })
  const [{ data, origin }] = run.files
  const masked = dropped('masked.csv', writeCsv(undefined, data))
  const outputs = [{ sha256: sha256Hex(masked.content as Uint8Array), origin }]
  const record = { registry, steps: plans, root: seededRng(seed), released: false, input: new Uint8Array(0), outputs, reports: run.reports } // oxfmt-ignore
  return { masked, matrix: dropped('masked.manifest.json', JSON.stringify(publicManifest(record, true))) }
}

const rng = seededRng('people')
export const n = 600
const pick = (...shares: readonly number[]): number => {
  let u = rng.uniform() * shares.reduce((sum, one) => sum + one, 0)
  return shares.findIndex((share) => (u -= share) < 0)
}
export const regions = Array.from({ length: n }, () => ['north', '007', null][pick(6, 3, 1)])
export const sexes = Array.from({ length: n }, (_, i) => (regions[i] === '007' ? 'f' : ['f', 'm', null][pick(5, 4, 1)]))
const years = Array.from({ length: n }, () => 2000 + pick(1, 1))
export const people = dataset([
  ['region', categorical(regions, ['north', '007'])],
  ['sex', categorical(sexes, ['f', 'm'])],
  ['year', numeric(years)],
])
export const count = <T>(all: readonly T[], of: (one: T, i: number) => boolean): number => all.filter(of).length
