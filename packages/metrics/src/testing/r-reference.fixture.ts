/**
 * Small files for values computed by R 4:
 *
 *     i <- 1:40
 *     x <- cbind(round(10*sin(i^2)), round(10*cos(3*i)+5*sin(i^2)), round(10*sin(7*i)))
 *     y <- cbind(x[,1]+round(6*cos(i^2)), x[,2]+round(8*sin(5*i)), x[,3]+round(9*cos(11*i)))
 *     s <- cbind(round(10*sin(13*i)), round(10*cos(17*i)))
 */
const rows = Array.from({ length: 40 }, (_, at) => at + 1)
const column = (of: (i: number) => number): Float64Array => Float64Array.from(rows, of)
const a = column((i) => Math.round(10 * Math.sin(i * i)))
const b = column((i) => Math.round(10 * Math.cos(3 * i) + 5 * Math.sin(i * i)))
const c = column((i) => Math.round(10 * Math.sin(7 * i)))

export const x: ReadonlyMap<string, Float64Array> = new Map([
  ['a', a],
  ['b', b],
  ['c', c],
])

export const y: ReadonlyMap<string, Float64Array> = new Map([
  ['a', a.map((value, at) => value + Math.round(6 * Math.cos((at + 1) ** 2)))],
  ['b', b.map((value, at) => value + Math.round(8 * Math.sin(5 * (at + 1))))],
  ['c', c.map((value, at) => value + Math.round(9 * Math.cos(11 * (at + 1))))],
])

/** Columns that are not masked. */
export const s: ReadonlyMap<string, Float64Array> = new Map([
  ['s1', column((i) => Math.round(10 * Math.sin(13 * i)))],
  ['s2', column((i) => Math.round(10 * Math.cos(17 * i)))],
])
