import { fillByBlocks, type Rng } from '@sdc/core'
import { exp } from '@sdc/stats'
import { gammaDraw } from '@sdc/stats/internal'
import type { Distribution } from '@sdc/stats/distributions'

/**
 * Draws n independent values from a distribution.
 *
 * Normal and log-normal values use normal numbers, gamma and χ² ones Marsaglia and Tsang's rejection, all others the
 * quantile of a uniform number.
 *
 * @param law - Distribution.
 * @param count - n.
 * @param rng - Draw i is from the stream of the block of i.
 * @returns The n draws.
 *
 * Cost: O(n) times the cost of a quantile.
 */
export function drawFromLaw(law: Distribution, count: number, rng: Rng): Float64Array {
  return fillByBlocks(rng, new Float64Array(count), (stream, part) => fill(law, stream, part))
}

function fill(law: Distribution, stream: Rng, part: Float64Array): void {
  const { parameters } = law
  switch (law.name) {
    case 'normal':
      stream.fillNormal(part)
      for (let i = 0; i < part.length; i++) part[i] = parameters.mean + parameters.sd * part[i]
      return
    case 'log-normal':
      stream.fillNormal(part)
      for (let i = 0; i < part.length; i++) part[i] = exp(parameters.meanLog + parameters.sdLog * part[i])
      return
    case 'gamma':
      for (let i = 0; i < part.length; i++) part[i] = parameters.scale * gammaDraw(parameters.shape, stream)
      return
    case 'chi-squared':
      for (let i = 0; i < part.length; i++) part[i] = 2 * gammaDraw(parameters.degrees / 2, stream)
      return
    default:
      stream.fillUniform(part)
      for (let i = 0; i < part.length; i++) part[i] = law.quantile(part[i])
  }
}
