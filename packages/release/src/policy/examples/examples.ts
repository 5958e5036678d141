import { publicUse } from './public-use.js'
import { safeRoom } from './safe-room.js'
import { scientificUse } from './scientific-use.js'
import { synthetic } from './synthetic.js'

/** Annotated policies by name, as YAML: each has one type of release of the same name. Their numbers are examples. */
export const examplePolicies: Readonly<Record<string, string>> = {
  'public-use': publicUse,
  'scientific-use': scientificUse,
  'safe-room': safeRoom,
  synthetic,
}
