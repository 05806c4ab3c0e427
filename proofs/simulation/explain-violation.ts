import type { Ending } from './scenario.ts'
import { shrink } from './shrink.ts'
import type { Plan } from './plan.ts'

/** The number of steps that a failure shows. */
const SHOWN = 60

/** Returns the smallest plan with the same violation, and its last steps. */
export async function explainViolation(
  plan: Plan,
  violation: string,
  playPlan: (plan: Plan) => Promise<Ending>,
): Promise<string> {
  const [kind = ''] = violation.split(':')
  const isSame = (ending: Ending): boolean => ending.violation?.startsWith(kind) ?? false
  const smallest = await shrink(plan, async (smaller) => isSame(await playPlan(smaller)))
  const { violation: still, recent } = await playPlan(smallest)
  return [
    `seed ${plan.seed}: ${violation}`,
    `with ${smallest.steps.length} of ${plan.steps.length} steps: ${still}`,
    JSON.stringify(smallest, null, 2),
    ...recent.filter((line) => !line.includes('wakes after')).slice(-SHOWN),
  ].join('\n')
}
