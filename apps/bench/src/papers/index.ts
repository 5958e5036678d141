import type { Paper } from './paper.js'
import { paper000 } from './paper-000/paper-000.js'
import { paper001 } from './paper-001/paper-001.js'
import { paper002 } from './paper-002/paper-002.js'
import { paper003 } from './paper-003/paper-003.js'
import { paper004 } from './paper-004/paper-004.js'

/** Papers in the order of their output. A further paper is one folder, and one line here. */
export const papers: readonly Paper[] = [paper000, paper001, paper002, paper003, paper004]
