import type { Plan } from './plan.ts'

/**
 * Removes what a violation does not need: half of the steps, a quarter, single ones, as long as it still occurs; then
 * faults of the network, pauses of the storage and further processes. Removing a step changes no other random value.
 *
 * @param isBroken - whether a plan still leads to the violation.
 */
export async function shrink(plan: Plan, isBroken: (smaller: Plan) => Promise<boolean>): Promise<Plan> {
  let smallest = plan
  for (let size = Math.ceil(plan.steps.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let place = 0; place < smallest.steps.length;) {
      const steps = smallest.steps.toSpliced(place, size)
      const smaller = { ...smallest, steps }
      if (steps.length > 0 && (await isBroken(smaller))) smallest = smaller
      else place += size
    }
  }
  for (const without of [{ faultShare: 0 }, { pauseShare: 0 }, { processes: 1 }]) {
    const calmer = { ...smallest, ...without }
    if (await isBroken(calmer)) smallest = calmer
  }
  return smallest
}
