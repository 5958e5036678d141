/**
 * Passes that find the weights of S* in Y* = Σ w_k·S*_k + σe of every masked column. They use a sample of the records
 * first, and all records of a large file a few times.
 *
 * They solve the q equations of `judged` by Broyden's method, in v: the correlation of a tied column has an infinite
 * slope in r at σ = 0, and a finite one in v. If no weights reach the target, the nearest of those tried are taken.
 * Cost: O(nq) per round. Source: Broyden 1965, the first method.
 */
import type { Totals } from '@sdc/core'
import { blockArrays } from '../scores/block-arrays.js'
import type { CopulaFile, CopulaPass } from '../scores/copula-file.js'
import { attemptAt, centresOf, fitTasks, judged, modelOfTrial, normOf, startOf, type FitTask, type ScoreModel, type Trial } from './fit-to-given.js' // oxfmt-ignore
import { packedFits, unpackedFits, type Fit } from './packed-fits.js'
import { packed, unpacked } from '../scores/packed.js'
import { givenScores, relationsOf, scoresOf, type GivenScores } from './rank-relations.js'
import { extent, massOf, mergedMass, packedMass, stepOf, unpackedMass } from '../scores/score-mass.js'
import { beginSearch, goOn, type Search } from './weights-search.js'

/** Number of records in the sample of a larger file; a file of up to twice as many is used whole. */
const SAMPLE = 65_536
/** Fractional part of the golden ratio: its multiples scatter evenly. */
const SCATTER = (Math.sqrt(5) - 1) / 2
/** Maximum number of attempts with the sample. */
const ROUNDS = 30
/**
 * Passes over the whole file: the weights of the sample are near, and its Jacobian is that of the file apart from
 * chance.
 */
const AGGREGATES = 6

const arrays = blockArrays()

const SAMPLED = 'sample'
const reading = (number: number): string => `weights ${number}`

const isWhole = ({ rows }: CopulaFile): boolean => rows <= 2 * SAMPLE
const hasConditions = (file: CopulaFile): boolean => file.given > 0 && relationsOf(file).conditions.length > 0

/**
 * Returns the records of a block that are in the sample, from 0: one of every stretch of n/65,536, at a scattered place
 * in it.
 */
function sampled(rows: number, first: number, count: number): number[] {
  const found: number[] = []
  if (rows <= 2 * SAMPLE) for (let i = 0; i < count; i++) found.push(i)
  else {
    const stretch = rows / SAMPLE
    for (let k = Math.max(0, Math.floor(first / stretch) - 1); k < SAMPLE; k++) {
      const place = Math.floor((k + ((k * SCATTER) % 1)) * stretch) - first
      if (place >= count) break
      if (place >= 0) found.push(place)
    }
  }
  return found
}

const samplePass: CopulaPass = {
  name: SAMPLED,
  needed: hasConditions,
  of(file, { first, masked, given }) {
    const { conditions } = relationsOf(file)
    const records = sampled(file.rows, first, masked[0].length)
    return packed(conditions.map(({ index }) => Float64Array.from(records, (i) => given[index][i])))
  },
  merge(total, own) {
    const next = unpacked(own)
    return packed(unpacked(total).map((ranks, k) => joined(ranks, next[k])))
  },
  end(file, total) {
    const relations = relationsOf(file)
    const conditions = relations.conditions.map((one, index) => ({ ...one, index }))
    const given = givenScores(conditions, unpacked(total), file.rows)
    return packedFits(fitTasks(file, relations).map((task) => fitOfSample(task, given, isWhole(file))))
  },
}

function joined(one: Float64Array, other: Float64Array): Float64Array {
  const both = new Float64Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

function fitOfSample(task: FitTask, given: GivenScores, whole: boolean): Fit {
  const norm = normOf(task)
  const begin = startOf(task)
  let search = beginSearch(triedOn(begin.v, task, given), begin.inverse, norm)
  for (let round = 1; round < ROUNDS && search.next; round++)
    search = goOn(search, triedOn(search.next, task, given), norm)
  const { now, best, inverse } = search
  const { step } = best.counted
  return whole ? { inverse, step, tried: { now, best } } : { inverse, step, next: best.v }
}

function triedOn(v: Float64Array, task: FitTask, { scores, ranks }: GivenScores): Trial {
  const { weights, sigma } = attemptAt(v, task)
  const centres = centresOf(weights, scores)
  const [smallest, largest] = extent(centres)
  return judged(v, massOf(centres, stepOf(sigma, largest - smallest), ranks), centres.length, task)
}

const readingPass = (number: number): CopulaPass => ({
  name: reading(number),
  needed: (file) => hasConditions(file) && fitsOf(file).some(({ next }) => next),
  of(file, block) {
    const relations = relationsOf(file)
    const { scores, ranks } = givenScores(relations.conditions, block.given, file.rows, arrays)
    const fits = fitsOf(file)
    const own = fitTasks(file, relations).map((task, j) => {
      const { next, step } = fits[j]
      if (next === undefined) return new Float64Array(0)
      return packedMass(massOf(centresOf(attemptAt(next, task).weights, scores), step, ranks))
    })
    return packed(own)
  },
  merge(total, own) {
    const next = unpacked(own)
    return packed(
      unpacked(total).map((mass, j) =>
        mass.length === 0 ? mass : packedMass(mergedMass(unpackedMass(mass), unpackedMass(next[j]))),
      ),
    )
  },
  end(file, total) {
    const fits = fitsOf(file)
    const counted = unpacked(total)
    return packedFits(
      fitTasks(file, relationsOf(file)).map((task, j) => {
        const { next, inverse, tried } = fits[j]
        if (next === undefined) return fits[j]
        const norm = normOf(task)
        const trial = judged(next, unpackedMass(counted[j]), file.rows, task)
        const search =
          tried === undefined ? beginSearch(trial, inverse, norm) : goOn({ ...tried, inverse }, trial, norm)
        return fitOfSearch(search, task)
      }),
    )
  },
})

function fitOfSearch({ now, best, inverse, next }: Search<Trial>, task: FitTask): Fit {
  const tried = { now, best }
  if (next === undefined) return { inverse, step: best.counted.step, tried }
  const { step, mass } = best.counted
  return { inverse, step: stepOf(attemptAt(next, task).sigma, step * (mass.length - 1)), tried, next }
}

/** One pass over the sample, and up to six over all records. */
export const fitPasses: readonly CopulaPass[] = [
  samplePass,
  ...Array.from({ length: AGGREGATES }, (_, number) => readingPass(number + 1)),
]

const known = new WeakMap<Totals, readonly Fit[]>()

/** Returns the state of the searches after the last of these passes. */
function fitsOf({ totals }: CopulaFile): readonly Fit[] {
  const latest = fitPasses.findLast(({ name }) => totals.has(name))
  const numbers = totals.get(latest?.name ?? SAMPLED) as Totals
  const fits = known.get(numbers) ?? unpackedFits(numbers)
  known.set(numbers, fits)
  return fits
}

/**
 * Returns Y* of every masked column given the others, after `fitPasses`.
 *
 * @param file - State of the file.
 * @returns One model per column; none if no given column varies.
 * @throws Error if a column was not judged on all records, i.e. its passes are not complete.
 */
export function fittedScores(file: CopulaFile): ScoreModel[] {
  if (!hasConditions(file)) return []
  const fits = fitsOf(file)
  return fitTasks(file, relationsOf(file)).map((task, j) => {
    const { tried } = fits[j]
    if (tried === undefined) throw new Error('the file was not read')
    return modelOfTrial(tried.best, task)
  })
}

/**
 * Computes η of a block: for every masked column the weighted sum of the scores of the given columns.
 *
 * @param models - q weights of each of the p masked columns, or none.
 * @param conditions - q conditions.
 * @param given - Mid-ranks of all given columns, for m records.
 * @param rows - Number of records of the file.
 * @returns m numbers for each masked column that has weights.
 */
export function blockCentres(
  models: readonly Pick<ScoreModel, 'weights'>[],
  conditions: ReturnType<typeof relationsOf>['conditions'],
  given: readonly Float64Array[],
  rows: number,
): (Float64Array | undefined)[] {
  const scores = conditions.length > 0 ? scoresOf(conditions, given, rows, arrays) : []
  return models.map(({ weights }) => weights && centresOf(weights, scores))
}
