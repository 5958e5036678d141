import { gammaFunction } from './special-functions/gamma-function.js'
import { isProbability, requirePositive, type Distribution } from './distribution.js'
import { expm1, log1p, pow } from '../mathematics/index.js'

/**
 * Returns the Weibull law F(x) = 1 − e^{−(x/scale)^shape}. Shapes below about 1/85 have no variance in floating point:
 * it is ∞.
 *
 * @param shape - Shape, above 0.
 * @param scale - Scale, above 0.
 * @returns The law.
 * @throws RangeError unless both are above 0.
 */
export function weibullDistribution(shape: number, scale: number): Distribution {
  requirePositive('the shape of a Weibull distribution', shape)
  requirePositive('the scale of a Weibull distribution', scale)
  const first = gammaFunction(1 + 1 / shape)
  const second = gammaFunction(1 + 2 / shape)
  return {
    name: 'weibull',
    parameters: { shape, scale },
    mean: scale * first,
    variance: scale * scale * (second - first * first),
    cdf: (x) => (x <= 0 ? 0 : -expm1(-pow(x / scale, shape))),
    quantile: (p) => (isProbability(p) ? scale * pow(-log1p(-p), 1 / shape) : Number.NaN),
  }
}
