import type { KeyedHash } from '../base/sha256.js'
import type { Dataset } from '../columns/dataset.js'
import type { Roles } from '../columns/role.js'
import type { Rng } from '../random/rng.js'

/** Input that methods and metrics share. */
export interface Work<P> {
  /** The original file. */
  readonly original: Dataset
  /** The original's record of every record at hand; −1 where there is none or it is unknown. */
  readonly origin: Int32Array
  /**
   * The columns to mask or measure, all of kinds that the method or metric accepts. Methods get them sorted by name (in
   * the plan's order where their trait is `ordered`), metrics in the order of the file.
   */
  readonly columns: readonly string[]
  /** The non-confidential columns that a conditional method masks the others by. */
  readonly given: readonly string[]
  /** Roles of the columns of the file; empty without a schema. */
  readonly roles: Roles
  readonly params: P
  readonly rng: Rng
  /** HMAC under the key of the project, the same in all its runs and files; undefined if the user named no key file. */
  readonly projectKey?: KeyedHash | undefined
  /** Carries progress (0 to 1) out, and cancellation in: it throws when the run was stopped. */
  tick(fraction: number): void
}
