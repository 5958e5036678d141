/** The functions of mathematics that random numbers are made with, in one place: their bytes are part of what a seed means. */
export function log(x: number): number {
  return Math.log(x)
}

export function exp(x: number): number {
  return Math.exp(x)
}
