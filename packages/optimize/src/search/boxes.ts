import { log } from '@sdc/stats'
import { paretoFront } from './front.js'
import { scoreIn, type Objective, type Standing } from './trials.js'

/**
 * The front, one of each box: of those whose risk and loss are about the same, the one with the least score. Without boxes
 * the line of a single method fills the front, and the search looks at nothing else.
 *
 * A box is so much risk high and so great a share of the loss wide; a loss of 0 or less is counted as the share of 1.
 *
 * @param standings - Any.
 * @param objective - With the size of a box.
 * @returns The winners, from the least loss on.
 */
export function boxWinners(standings: readonly Standing[], objective: Objective): Standing[] {
  const winners = new Map<string, Standing>()
  for (const one of paretoFront(standings)) {
    const name = boxOf(one, objective)
    const held = winners.get(name)
    if (held === undefined || scoreIn(objective, one) < scoreIn(objective, held)) winners.set(name, one)
  }
  return [...winners.values()]
}

function boxOf({ risk, loss }: Standing, { box: [height, share] }: Objective): string {
  const across = loss > 0 ? Math.floor(log(loss) / log(1 + share)) : Math.floor(loss / share)
  return `${Math.floor(risk / height)} ${loss > 0} ${across}`
}
