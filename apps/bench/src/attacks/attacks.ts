import { definePlugin } from '@sdc/core'
import type { StudyAttack } from './attack-study.js'
import { unnamedKeys, remarks, visitsOfPatients, suppressedKeys, patterns } from './key-attacks.js'
import { bounds, distances, largest, sets } from './value-attacks.js'
import { camouflage } from './camouflage-attack.js'
import { gates } from './gate-attacks.js'
import { intervals } from './interval-attack.js'
import { imageMethod, imagesOfOriginals } from './image-attack.js'

/** Plugin that the study adds to the project's registry. */
export const studyPlugin = definePlugin({ name: 'study', version: '1.0.0', sdc: '^1', methods: [imageMethod] })

/** Every attack of the study. */
export const studyAttacks: readonly StudyAttack[] = [
  unnamedKeys,
  remarks,
  visitsOfPatients,
  suppressedKeys,
  patterns,
  bounds,
  distances,
  largest,
  sets,
  camouflage,
  imagesOfOriginals,
  gates,
  intervals,
]
