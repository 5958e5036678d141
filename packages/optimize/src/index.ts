import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { permuteMethod } from './permute/permute.js'
import { postMaskMethod } from './post-mask/post-mask-method.js'
import { syntheticMethod } from './synthetic/synthetic.js'

export { descend, type DescentOptions, type Ended, type Progress, type Target } from './permute/descend.js'
export { permuteMethod, type PermuteParams } from './permute/permute.js'
export { permuteState, type PairedColumn, type PermuteState } from './permute/permute-state.js'
export { postMask, type PostMaskEnd, type PostMaskOptions, type PostMaskResult } from './post-mask/post-mask.js'
export { momentCount } from './post-mask/monomials.js'
export { postMaskMethod, type PostMaskParams } from './post-mask/post-mask-method.js'
export { randomColumn, type RandomStart } from './synthetic/random-start.js'
export { syntheticMethod, type SyntheticParams } from './synthetic/synthetic.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  methods: [permuteMethod, postMaskMethod, syntheticMethod],
  defaults: { candidates: [] },
})

export default plugin
