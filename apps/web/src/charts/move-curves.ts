import { plainScale, type TickScale } from './tick-room.js'

/** Rank changes of a column's records, in percent of all ranks, at equal steps from the least to the greatest. */
export interface Moves {
  readonly name: string
  readonly moves: readonly number[]
}

/** Returns the greatest rank change of a share of the records. */
export function moveAt(moves: readonly number[], share: number): number {
  if (moves.length === 0) return 0
  const at = share * (moves.length - 1)
  const [low, high] = [moves[Math.floor(at)], moves[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}

/** Returns the curve of a column as a path. */
export function curveOf({ moves }: Moves, x: TickScale, y: TickScale): string {
  return moves
    .map((move, i) => {
      const share = moves.length > 1 ? (100 * i) / (moves.length - 1) : 0
      return `${i === 0 ? 'M' : 'L'}${tenth(x.position(share))} ${tenth(y.position(move))}`
    })
    .join('')
}

/** Returns the axes: percent of the records across, percent of all ranks upwards. */
export function moveScales(
  all: readonly Moves[],
  [left, right]: readonly [number, number],
  [bottom, top]: readonly [number, number],
): { readonly x: TickScale; readonly y: TickScale } {
  const most = Math.max(1, ...all.flatMap(({ moves }) => moves))
  return { x: plainScale([0, 100], [left, right]), y: plainScale([0, most], [bottom, top]) }
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
