import { limitKey } from '@sdc/engine'
import { comparisonJson } from '../compare/comparison-json.js'
import type { Frontier } from './frontier.js'

/** The result of a search for programs; the form is described by `frontierOutput`. */
export function frontierJson(frontier: Frontier): unknown {
  const { comparison, rows, cloud, bounds, atEnd, ranges, methods, verdict } = frontier
  const { seed, generations, planned, grid, runs, freshRuns } = frontier
  return {
    seed: seed ?? null,
    generations,
    planned,
    grid,
    runs,
    freshRuns,
    candidates: cloud.map(({ failure, beyond, then, ...point }) => ({
      ...point,
      then: [...then],
      beyond: [...beyond],
      ...(failure === undefined ? {} : { error: failure }),
    })),
    table: rows.map(({ id, row, isFront, isKnee, fresh }) => ({
      id,
      label: row.label,
      front: isFront,
      knee: isKnee,
      chosen: row.chosen,
      fresh: fresh ?? null,
    })),
    named: {
      chosen: frontier.chosen?.id ?? null,
      knee: frontier.knee?.id ?? null,
      leastScore: frontier.leastScore?.id ?? null,
      gridBest: frontier.gridBest?.id ?? null,
      gridLeastScore: frontier.gridLeastScore?.id ?? null,
    },
    bounds: bounds.map(({ limit, excludes, alone, value }) => ({
      metric: limitKey(limit),
      limit: limit.value,
      excludes,
      alone,
      value,
    })),
    atEnd,
    ranges: ranges.map(({ id, parameters }) => ({
      family: id,
      parameters: parameters.map(({ name, least, most, scale }) => ({ name, least, most, scale })),
    })),
    methods: methods.map(({ best, beatenBy, ...method }) => ({
      ...method,
      best: best ?? null,
      beatenBy: beatenBy ?? null,
    })),
    comparison: comparisonJson(comparison),
    verdict,
  }
}
