import { expect, it } from 'vitest'

import { NamedRandom } from './named-random.ts'
import { shrink } from './shrink.ts'
import { drawPlan, type Plan } from './plan.ts'

/** Needs its last request and its last fault, and the network's faults. */
const breaks = (plan: Plan, needed: readonly object[]): boolean =>
  plan.faultShare > 0 && needed.every((step) => plan.steps.some((other) => other === step))

it('keeps only what a violation needs', async () => {
  for (let seed = 1; seed < 50; seed += 1) {
    const drawn = { ...drawPlan(new NamedRandom(seed)), faultShare: 0.3, pauseShare: 0.2 }
    const needed = [drawn.steps[0], drawn.steps.at(-1)].filter((step) => step !== undefined)
    const smallest = await shrink(drawn, (smaller) => Promise.resolve(breaks(smaller, needed)))
    expect(smallest).toEqual({ ...drawn, steps: [...new Set(needed)], pauseShare: 0, processes: 1 })
  }
})
