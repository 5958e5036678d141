import { asNote, listed, option, SdcError, type Message } from '@sdc/core'
import { sha256Hex, type PublishedManifest, type Strata } from '@sdc/engine'
import { columnsText, composed, keyOf, type TransitionModel } from './transition-model.js'
import { piecesOf, type Content } from '../files/input-file.js'

type Published = NonNullable<PublishedManifest['published']>[number]

const TABLE = 'transition matrix of '
const EXACT = 'exact frequencies of '

/** Models of a public manifest, with messages. */
export interface PublishedModels {
  readonly models: readonly TransitionModel[]
  readonly messages: readonly Message[]
}

/**
 * Reads the transition matrices of a public manifest: one model for each variable and group of records. If a variable
 * was masked in several steps, the model is their product.
 *
 * @param manifest - The manifest.
 * @param name - Its file, for messages.
 * @param masked - The bytes of the masked file, to compare its hash.
 * @returns The models and messages.
 * @throws BAD_PLAN if it has no matrix, or matrices that cannot be combined.
 */
export function publishedModels(manifest: PublishedManifest, name: string, masked: Content): PublishedModels {
  const { published = [], methods, outputSha256 } = manifest
  const models: TransitionModel[] = []
  for (const one of published) {
    const model = one.name.startsWith(TABLE) ? modelOf(one, published) : undefined
    if (model) add(models, model)
  }
  if (models.length === 0) {
    const fix = `Mask with ${option('publishParams')}, so that the matrices go into the manifest, or give a matrix (CSV).`
    throw new SdcError('BAD_PLAN', `${name} has no transition matrix`, { file: name }, fix)
  }
  refuseOverlap(models)
  const steps = new Set(published.filter((one) => one.name.startsWith(TABLE)).map(({ step }) => step))
  const others = methods.filter((method) => !steps.has(method))
  const messages = [
    ...(outputSha256.includes(sha256Hex(piecesOf(masked)))
      ? []
      : [asNote(`the masked file is not, byte for byte, one that ${name} was written with`)]),
    ...(others.length > 0
      ? [
          asNote(
            `other steps were taken too (${listed(others)}): the estimate is right where they left these columns alone`,
          ),
        ]
      : []),
  ]
  return { models, messages }
}

function modelOf(
  { value, strata, group, name, step }: Published,
  all: readonly Published[],
): TransitionModel | undefined {
  if (typeof value === 'number') return undefined
  const from = value.names.flatMap((one, j) => (/^from(?: |$)/.test(one) ? [j] : []))
  const to = value.names.flatMap((one, j) => (one.startsWith('to ') ? [j] : []))
  const single = from.length === 1 && value.names[from[0]] === 'from'
  const columns = single ? [name.slice(TABLE.length)] : from.map((j) => value.names[j].slice('from '.length))
  const size = value.columns[from[0]]?.length ?? 0
  const whole = value.columns.length === value.names.length && value.columns.every((column) => column.length === size)
  if (from.length === 0 || to.length !== size || !whole) return undefined
  const key = JSON.stringify(strata ?? null)
  const exact = all.some(
    (one) =>
      one.step === step &&
      one.name === EXACT + name.slice(TABLE.length) &&
      JSON.stringify(one.strata ?? null) === key &&
      one.value === 1,
  )
  const text = (part: string | number | null): string | null => (part === null ? null : String(part))
  return {
    columns,
    levels: Array.from({ length: size }, (_, k) => from.map((j) => text(value.columns[j][k]))),
    matrix: Array.from({ length: size }, (_, k) => Float64Array.from(to, (j) => Number(value.columns[j][k]))),
    strata,
    group,
    exact,
  }
}

/** Adds a model, or combines it with the earlier model of the same records. */
function add(models: TransitionModel[], model: TransitionModel): void {
  const own = models.findIndex(
    (one) => keyOf(one.columns) === keyOf(model.columns) && strataKey(one.strata) === strataKey(model.strata),
  )
  if (own < 0) models.push(model)
  else models[own] = composed(models[own], model)
}

function strataKey(strata: Strata | undefined): string {
  return strata ? JSON.stringify([strata.columns, strata.values.map(keyOf)]) : ''
}

/**
 * Refuses models that overlap: each column belongs to one variable, and each record to one group of it. Otherwise steps
 * were combined that have no common matrix.
 */
function refuseOverlap(models: readonly TransitionModel[]): void {
  const fix = 'Give the matrix that the steps make together as a file of its own.'
  models.forEach((model, i) =>
    models.slice(0, i).forEach((before) => {
      const shared = model.columns.find((name) => before.columns.includes(name))
      if (shared === undefined) return
      const place = { column: shared }
      if (keyOf(model.columns) !== keyOf(before.columns)) {
        const message = `column "${shared}" was masked with ${columnsText(before.columns)} and with ${columnsText(model.columns)}`
        throw new SdcError('BAD_PLAN', message, place, fix)
      }
      const columns = [before, model].map(({ strata }) => keyOf(strata?.columns ?? []))
      const both = model.strata?.values.find((one) =>
        before.strata?.values.some((other) => keyOf(one) === keyOf(other)),
      )
      if (columns[0] === columns[1] && both === undefined) return
      const message = `${columnsText(model.columns)} went through steps within different groups`
      throw new SdcError('BAD_PLAN', message, place, fix)
    }),
  )
}
