/**
 * Elementary functions that give the same bytes on every JavaScript engine, which the built-in ones do not guarantee.
 * Functions that are exact everywhere stay built in: Math.sqrt, abs, floor, ceil, round, trunc, min, max, sign, imul,
 * fround, clz32.
 */
export { exp, log, powerOfTwo } from '@sdc/core'
export { expm1 } from './expm1.js'
export { log1p } from './log1p.js'
export { log2, log10 } from './log2.js'
export { pow } from './pow.js'
export { cos, sin } from './sin.js'
export { tanh } from './tanh.js'
export { cbrt } from './cbrt.js'
export { hypot } from './hypot.js'
