import type { InstallmentPlan } from '../../merchants/index.ts'
import type { DeclaredInstallments } from '../execution/declarations.ts'

/** Returns whether a provider charges a card in a number of installments. */
export function canDivide(declared: DeclaredInstallments, currency: string, count: number): boolean {
  return typeof declared === 'boolean' ? declared : declared.get(currency)?.has(count) === true
}

/** Limits plans to the counts that at least one of several providers offers; a plan with gaps becomes one plan per run of counts. */
export function dividePlans(
  plans: readonly InstallmentPlan[],
  declared: readonly DeclaredInstallments[],
): readonly InstallmentPlan[] {
  return plans.flatMap((plan) => {
    const runs: { minCount: number; maxCount: number }[] = []
    for (let count = plan.minCount; count <= plan.maxCount; count += 1) {
      if (!declared.some((one) => canDivide(one, plan.currency, count))) continue
      const last = runs.at(-1)
      if (last?.maxCount === count - 1) last.maxCount = count
      else runs.push({ minCount: count, maxCount: count })
    }
    return runs.map((run) => ({ ...plan, ...run }))
  })
}
