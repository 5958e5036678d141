import { describe, expect, it } from 'vitest'
import type { BoundStep } from '@sdc/engine'
import { lostMessage, stageMessage, stateOf } from './stage-messages.js'

const steps = [{}, { method: { id: 'swapping/rank-swap' }, columns: ['a', 'b'] }] as unknown as readonly BoundStep[]

describe('messages on a stage', () => {
  it('name the step, its column and the activity', () => {
    expect(stageMessage('step-2/1/hand-back', steps)).toBe('swapping/rank-swap, b, hand back')
    expect(stageMessage('step-2/cells/sort', steps)).toBe('swapping/rank-swap, cells, sort')
    expect(stageMessage('spread')).toBe('spread of the columns')
    expect(stageMessage('metric-1/counts')).toBe('metric 1, counts')
  })

  it('state the progress of a run, and the task at which a worker was lost', () => {
    const progress = { stage: 'read', number: 2, done: 1, tasks: 2 }
    expect(stateOf(progress)).toEqual({ stage: 'stage 2, reading', done: 1, tasks: 2 })
    const lost = { task: { stage: 'finish', index: 0 }, state: 'lost' as const, error: new Error('killed') }
    expect(lostMessage(lost)).toBe(
      'a worker was lost at task 1 of writing (killed): its unfinished tasks start again elsewhere',
    )
  })
})
