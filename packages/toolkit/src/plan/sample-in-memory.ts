import {
  drawnFurther,
  nextShare,
  nothingDrawn,
  totalsTogether,
  type Measurement,
  type SampleMeasuring,
} from '@sdc/core'
import type { ReaderInMemory } from './read-in-memory.js'

/**
 * Measures by a sample of records of files in memory, round by round.
 *
 * @param measuring - The measurement.
 * @param reader - The files.
 * @returns The value of all rounds.
 */
export function sampleInMemory(measuring: SampleMeasuring, reader: ReaderInMemory): Measurement {
  const { draws, searches } = measuring
  const searched = [...reader.blocks({ reads: searches })]
  let drawn = nothingDrawn
  for (;;) {
    const share = nextShare(measuring, drawn)
    if (share === undefined) {
      const { sample, found, measured = measuring.end(sample, found) } = drawn
      if (measured.value === null || measuring.records === undefined) return measured
      return { ...measured, records: measuring.records(sample, found) }
    }
    const sample = totalsTogether(Array.from(reader.blocks({ reads: draws }), (block) => measuring.draw(block, share)))
    drawn = drawnFurther(measuring, drawn, { share, sample, found: measuring.search(searched)(sample) })
  }
}
