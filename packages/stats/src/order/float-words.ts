/** Number of bits that radix sorts use at a time: three passes for the high word of a float. */
export const RADIX_BITS = 11
/** 2¹¹ and 2¹¹ − 1, written as numbers: a computed value would stay in bundles that sort nothing. */
export const BUCKETS = 2048
export const MASK = 2047

/** Index of the high word of a float in its two 32-bit words: 1 on little-endian machines. */
export const HIGH: 0 | 1 = new Uint32Array(new Float64Array([-0]).buffer)[1] === 0x80000000 ? 1 : 0
