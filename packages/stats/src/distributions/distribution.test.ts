import { describe, expect, it } from 'vitest'
import {
  exponentialDistribution,
  gammaDistribution,
  logNormalDistribution,
  normalDistribution,
  weibullDistribution,
  type Distribution,
} from '../distributions.js'

const probabilities = [1e-6, 0.025, 0.3, 0.975, 1 - 1e-6]

interface Reference {
  readonly law: Distribution
  readonly quantiles: readonly number[]
  readonly points: readonly number[]
  readonly cdf: readonly number[]
  /** Relative error of the quantiles, absolute one of the probabilities. */
  readonly tolerance: readonly [number, number]
}

/** A few roundings, magnified by the slope of the tail at 1 − 1e-6: 1e-16/1e-6. */
const closedForm = [1e-9, 1e-15] as const
/** Error limits of the docblock, on both sides of the shape from which expansions are used. */
const gamma = [1e-12, 1e-12] as const
const largeGamma = [1e-9, 1e-8] as const

const gammaReference = (
  shape: number,
  quantiles: readonly number[],
  cdf: readonly number[],
): readonly [string, Reference] => [
  `gamma of shape ${shape}`,
  {
    law: gammaDistribution(shape, 2),
    quantiles,
    points: [-0.2, -0.01, 0, 1, 3].map((z) => 2 * (shape + z * Math.sqrt(shape))),
    cdf,
    tolerance: shape < 1e4 ? gamma : largeGamma,
  },
]

/** Reference: R 4.2.2, qnorm(p, 3, 2), pnorm(x, 3, 2) and so on with 17 digits; qgamma(p, shape, scale = 2). */
const references: readonly (readonly [string, Reference])[] = [
  [
    'normal',
    {
      law: normalDistribution(3, 2),
      quantiles: [
        -6.5068486176457974, -0.91992796908010765, 1.9511989745839187, 6.9199279690801072, 12.506848617634178,
      ],
      points: [-4, 2, 5],
      cdf: [0.00023262907903552494, 0.30853753872598694, 0.84134474606854293],
      tolerance: closedForm,
    },
  ],
  [
    'log-normal',
    {
      law: logNormalDistribution(1, 0.6),
      quantiles: [0.15691444079117392, 0.83863610546030976, 1.9844855114846949, 8.810801312775526, 47.089713742398352],
      points: [0.5, 2, 9],
      cdf: [0.0023869139737212851, 0.30452801860896039, 0.97699896387198393],
      tolerance: closedForm,
    },
  ],
  [
    'exponential',
    {
      law: exponentialDistribution(4),
      quantiles: [
        4.0000020000013335e-6, 0.10127123193715951, 1.4266997757549293, 14.755517816455741, 55.262042231742072,
      ],
      points: [1e-9, 2, 30],
      cdf: [2.4999999996875001e-10, 0.39346934028736658, 0.99944691562985222],
      tolerance: closedForm,
    },
  ],
  [
    'Weibull',
    {
      law: weibullDistribution(1.7, 3),
      quantiles: [
        0.00088656303131476885, 0.34511206163330538, 1.635882840294318, 6.4652985792994455, 14.058058186417291,
      ],
      points: [1e-6, 2, 7],
      cdf: [9.7475139854696676e-12, 0.39464000890986217, 0.98533675562017453],
      tolerance: closedForm,
    },
  ],
  gammaReference(
    0.05,
    [1.1689264114573827e-120, 1.0631323779828641e-32, 4.075794377465302e-11, 1.1343475235077167, 17.393725335787487],
    [0.79009481741081378, 0.88031927390857923, 0.88224356388566805, 0.95104499681742394, 0.98134808033304355],
  ),
  gammaReference(
    0.5,
    [1.5707963267957164e-12, 0.00098206911717525617, 0.14847186183254543, 5.0238861873148846, 23.928126976879472],
    [0.60292204363467561, 0.6792431397373323, 0.68268949213708596, 0.8797616593431028, 0.97796020471878176],
  ),
  gammaReference(
    2.5,
    [0.012896160206497094, 0.8312116134866625, 2.9999081327599066, 12.832501994030025, 35.888186879610423],
    [0.50220136250026615, 0.58024833021647249, 0.58411981300449201, 0.8524839520680364, 0.98720447699292047],
  ),
  gammaReference(
    50,
    [46.501330715893182, 74.221927474923717, 92.12894433889673, 129.56119718583659, 182.12677711942615],
    [0.43855155306780325, 0.51482278366760326, 0.51880831547204331, 0.84207788277402773, 0.99656330146747252],
  ),
  // On both sides of the shape from which expansions are used.
  gammaReference(
    9999,
    [19061.717767710103, 19607.924534820828, 19892.643768273712, 20391.864049696578, 20963.074795863358],
    [0.42199224789001855, 0.49734035228418444, 0.50132987483543323, 0.84134875084624594, 0.99852949895376997],
  ),
  gammaReference(
    20000,
    [38669.895941600364, 39447.535201214108, 39851.195187585115, 40556.253396926666, 41358.897035333328],
    [0.42162539803066706, 0.49695083549382008, 0.50094031623374935, 0.84134675240496326, 0.99856532367450812],
  ),
  gammaReference(
    1e9,
    [1999699381.446543, 1999876042.8878558, 1999966833.5161438, 2000123960.9007559, 2000300647.3468468],
    [0.42074424763974561, 0.49601484827555969, 0.50000420522087008, 0.84134474610878152, 0.99864972821771791],
  ),
]

describe('distributions', () => {
  it.each(references)('%s: quantiles and probabilities are those of R', (_, reference) => {
    const { law, quantiles, points, cdf, tolerance } = reference
    probabilities.forEach((p, i) => {
      expect(Math.abs(law.quantile(p) / quantiles[i] - 1)).toBeLessThan(tolerance[0])
    })
    points.forEach((x, i) => expect(Math.abs(law.cdf(x) - cdf[i])).toBeLessThan(tolerance[1]))
  })

  it.each(references)('%s: mean and variance are those of its quantiles', (_, { law }) => {
    // The midpoint rule leaves out the tails' share; the heaviest here, gamma of shape .05, misses 1 % of its variance.
    const count = 5000
    const values = Array.from({ length: count }, (_value, i) => law.quantile((i + 0.5) / count))
    const mean = values.reduce((total, x) => total + x, 0) / count
    const variance = values.reduce((total, x) => total + (x - mean) ** 2, 0) / count
    expect(Math.abs(law.mean - mean)).toBeLessThan(1e-3 * Math.sqrt(law.variance))
    expect(Math.abs(variance / law.variance - 1)).toBeLessThan(0.02)
  })

  it.each(references)('%s: has bounds, and refuses values that are not probabilities', (name, { law }) => {
    expect(law.quantile(0)).toBe(name === 'normal' ? -Infinity : 0)
    expect(law.quantile(1)).toBe(Infinity)
    expect(law.cdf(-Infinity)).toBe(0)
    expect(law.cdf(Infinity)).toBe(1)
    for (const p of [-0.1, 1.1, Number.NaN]) expect(law.quantile(p)).toBeNaN()
    expect(law.cdf(Number.NaN)).toBeNaN()
  })

  it('refuse invalid parameters', () => {
    for (const bad of [0, -1, Number.NaN, Infinity]) {
      for (const make of [
        () => normalDistribution(0, bad),
        () => logNormalDistribution(0, bad),
        () => exponentialDistribution(bad),
        () => gammaDistribution(bad, 1),
        () => gammaDistribution(1, bad),
        () => weibullDistribution(bad, 1),
        () => weibullDistribution(1, bad),
      ])
        expect(make).toThrow(RangeError)
    }
    expect(() => normalDistribution(Number.NaN, 1)).toThrow(RangeError)
    expect(() => logNormalDistribution(Infinity, 1)).toThrow(RangeError)
  })
})
