import {
  planOf,
  type BlockMasking,
  type CellMasking,
  type ColumnAsRead,
  type Facts,
  type FileMasking,
  type Masking,
  type MaskingMethod,
  type Plan,
  type RankedColumns,
  type RankMasking,
  type RankWalk,
  type Rng,
  totalsTogether,
} from '@sdc/core'
import { EndsWithFile } from './outcome.js'
import { copyOf, PIECE, replayedInputs, replayedOrder, replayedPlan } from './replayed-plan.js'

/**
 * Runs the method as workers do: plans are replayed, blocks and cells are masked one by one, walks get ranks in pieces.
 *
 * @param method - The method.
 * @param fresh - Creates new random numbers equal to those of the facts.
 * @param known - Facts about the unmasked columns of the file.
 * @returns Runs in memory; throws EndsWithFile if its plan ends with the file.
 */
export function replayedMethod(
  method: MaskingMethod,
  fresh: () => Rng,
  known: (name: string) => ColumnAsRead | undefined,
): Pick<MaskingMethod, 'plan'> {
  return {
    *plan(facts: Facts<unknown>): Plan<Masking> {
      const begin = (): Plan<Masking> =>
        planOf(method.plan({ ...facts, params: structuredClone(facts.params), rng: fresh() }))
      const end = yield* replayedPlan(begin, () => known)
      const masking = end()
      switch (masking.form) {
        case 'block':
          return blocks(masking, end as () => BlockMasking)
        case 'ranks':
          return ranks(masking, end as () => RankMasking)
        case 'cells':
          return cells(masking, end as () => CellMasking)
        default:
          throw new EndsWithFile((masking as FileMasking<unknown>).why)
      }
    },
  }
}

function blocks(masking: BlockMasking, replayed: () => BlockMasking): BlockMasking {
  return { ...masking, ...replayedInputs(masking, replayed), mask: (block) => replayed().mask(copyOf(block)) }
}

/** Two workers take blocks and cells alternately: there may be thousands of cells. */
function cells(masking: CellMasking, replayed: () => CellMasking): CellMasking {
  const workers = [replayed(), replayed()]
  return {
    ...masking,
    of: (block) => workers[block.index % 2].of(copyOf(block)).slice(),
    mask: (cell) => workers[cell.index % 2].mask(cell),
    merge: (total, own) => workers[0].merge(total.slice(), own.slice()),
  }
}

function ranks(masking: RankMasking, replayed: () => RankMasking): RankMasking {
  return {
    ...masking,
    walks: masking.walks.map((walked, w): RankedColumns => {
      const again = (): RankedColumns => replayed().walks[w]
      const { beside, columns, values } = walked
      const width = values === 'columns' ? columns.length : 1
      return {
        ...walked,
        order: replayedOrder(walked.order, () => again().order),
        ...(beside && { beside: replayedOrder(beside, () => again().beside as typeof beside) }),
        walk: (ranked) =>
          inPieces(again().walk(ranked), { width, columns: columns.length, window: walked.window(ranked) }),
      }
    }),
  }
}

/** Passes the ranks piece by piece, and collects the results. */
function inPieces(
  walk: RankWalk,
  { width, columns, window }: { readonly width: number; readonly columns: number; readonly window: number },
): RankWalk {
  let results: Float64Array[] = []
  const reports = new Map<string, Float64Array[]>()
  let held = 0
  const take = (own: Float64Array): void => {
    held -= own.length / columns
    results.push(own.slice())
    for (const [name, numbers] of walk.report?.() ?? [])
      reports.set(name, [...(reports.get(name) ?? []), numbers.slice()])
  }
  const taken = (): Float64Array => {
    const all = totalsTogether(results)
    results = []
    return all
  }
  return {
    push(values, beside, records) {
      const count = Math.max(values.length / width, beside.length)
      for (let from = 0; from < count; from += PIECE) {
        const piece = values.slice(from * width, (from + PIECE) * width)
        held += Math.min(PIECE, count - from)
        take(walk.push(piece, beside.slice(from, from + PIECE), records.slice(from, from + PIECE)))
        if (held > window) throw new Error(`a walk holds ${held} ranks, more than the ${window} of its window`)
      }
      return taken()
    },
    end() {
      take(walk.end())
      return taken()
    },
    ...(walk.report && {
      report() {
        const all = new Map([...reports].map(([name, own]) => [name, totalsTogether(own)]))
        reports.clear()
        return all
      },
    }),
    totals: () => walk.totals?.().slice() ?? new Float64Array(0),
    findings: () => walk.findings?.() ?? {},
  }
}
