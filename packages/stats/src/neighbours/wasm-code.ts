/** Piece of WebAssembly: the bytes of some instructions in the order of a stack machine. */
export type Code = readonly number[]

/** Types of values, by their numbers in the binary format. */
export const I32 = 0x7f
export const F64 = 0x7c
export const V128 = 0x7b

/** Encodes an unsigned integer of 32 bits, seven bits per byte, the lowest first. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

/** Encodes a signed integer: the highest bit of its last byte is its sign. */
function signed(value: number): Code {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)]
}

/** Makes an instruction that follows the code of its operands. */
const op =
  (...bytes: number[]) =>
  (...operands: Code[]): Code => [...operands.flat(), ...bytes]

/** Makes a vector instruction. */
const vector = (code: number): ((...operands: Code[]) => Code) => op(0xfd, ...unsigned(code))

/** Makes a load or store at an address plus a constant. */
const access =
  (...bytes: number[]) =>
  (offset: number, ...operands: Code[]): Code => [...operands.flat(), ...bytes, 0, ...unsigned(offset)]

/** Reads a local; all are 0 at first. */
export const get = (local: number): Code => [0x20, local]
export const set = (local: number, value: Code): Code => [...value, 0x21, local]
/** Makes an i32 or f64 constant. */
export const constant = (value: number): Code => [0x41, ...signed(value)]
export const real = (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)]

export const i32 = {
  load: access(0x28),
  store: access(0x36),
  isZero: op(0x45),
  below: op(0x49),
  above: op(0x4b),
  add: op(0x6a),
  subtract: op(0x6b),
  multiply: op(0x6c),
  shiftRight: op(0x76),
}

export const f64 = {
  load: access(0x2b),
  store: access(0x39),
  equal: op(0x61),
  below: op(0x63),
  above: op(0x64),
  notAbove: op(0x65),
}

/**
 * Operations on two numbers at a time. `least` and `greatest` are a < b ? a : b and a < b ? b : a, one instruction of
 * the processor.
 */
export const f64x2 = {
  load: access(0xfd, 0x00),
  loadTwice: access(0xfd, 0x0a),
  twice: vector(0x14),
  lane: (lane: number, value: Code): Code => [...value, 0xfd, 0x21, lane],
  notAbove: vector(0x4b),
  /** True if a comparison holds for any of the two. */
  any: vector(0x53),
  add: vector(0xf0),
  subtract: vector(0xf1),
  multiply: vector(0xf2),
  least: vector(0xf6),
  greatest: vector(0xf7),
}

/** Selects the first value if the condition holds, else the second. */
export const select = op(0x1b)

/**
 * Makes a block. Branches count the surrounding blocks, loops and conditions from inside, from 0: out of a block, or to
 * the top of a loop.
 */
export const block = (...body: Code[]): Code => [0x02, 0x40, ...body.flat(), 0x0b]
export const loop = (...body: Code[]): Code => [0x03, 0x40, ...body.flat(), 0x0b]
export const when = (condition: Code, ...body: Code[]): Code => [...condition, 0x04, 0x40, ...body.flat(), 0x0b]
export const branch = (depth: number): Code => [0x0c, depth]
export const branchIf = (depth: number, condition: Code): Code => [...condition, 0x0d, depth]

const section = (id: number, ...content: Code[]): Code => {
  const bytes = content.flat()
  return [id, ...unsigned(bytes.length), ...bytes]
}

/** Encodes a name of ASCII characters. */
const text = (name: string): Code => [name.length, ...Array.from(name, (_, at) => name.charCodeAt(at))]

const MAGIC: Code = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

/**
 * Makes a module that imports the memory `sdc.memory` and exports one function `run` of i32 parameters that returns an
 * i32.
 *
 * @param parameters - Number of parameters.
 * @param locals - Types of the locals, which are numbered after the parameters.
 * @param body - Code that leaves the result on the stack.
 * @returns The bytes to compile.
 */
export function moduleOf(parameters: number, locals: readonly number[], body: Code): Uint8Array<ArrayBuffer> {
  const declared = [...unsigned(locals.length), ...locals.flatMap((type) => [1, type])]
  const size = unsigned(declared.length + body.length + 1)
  return Uint8Array.from([
    ...MAGIC,
    ...section(1, [1, 0x60, parameters], new Array<number>(parameters).fill(I32), [1, I32]),
    ...section(2, [1], text('sdc'), text('memory'), [0x02, 0x00, 0x00]),
    ...section(3, [1, 0]),
    ...section(7, [1], text('run'), [0x00, 0x00]),
    ...section(10, [1], size, declared, body, [0x0b]),
  ])
}
