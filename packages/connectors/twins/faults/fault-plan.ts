/** What can go wrong on the way to a provider, or there. A twin adds what its own provider does. */
export type CommonFault =
  /** The connection breaks before anything ran. */
  | 'request-lost'
  /** Everything ran, and the connection breaks before the answer. */
  | 'answer-lost'
  /** Everything ran, and the answer waits until the test releases it. */
  | 'late'
  /** A balancer answers in place of the provider; nothing ran. */
  | 'html-502'
  /** Everything ran, and a balancer answers in place of the provider. */
  | 'html-502-after'
  /** The provider's own error; nothing ran. */
  | 'error-500'
  /** Everything ran, and the provider answers an error. */
  | 'error-500-after'
  /** Too many requests; nothing ran. */
  | 'rate-limit'

/** Which requests go wrong, and how. */
export interface FaultPlan<Kind extends string> {
  readonly kind: Kind
  readonly method?: 'GET' | 'POST'
  /** A pattern for the path, such as `/captures$`. */
  readonly path: string
  /** Which of the requests that fit: the first is 1. */
  readonly nth?: number
  /** How many requests from there; one by default. */
  readonly times?: number
}

/** The plans of a twin. */
export interface Faults<Kind extends string> {
  readonly plan: (plan: FaultPlan<Kind>) => void
  readonly clear: () => void
  /** What becomes of the request that has just arrived. */
  readonly next: (method: string, path: string) => Kind | null
}

/** Creates a list of plans that is empty. */
export function createFaults<Kind extends string>(): Faults<Kind> {
  let plans: { readonly plan: FaultPlan<Kind>; seen: number }[] = []
  return {
    plan: (plan) => void plans.push({ plan, seen: 0 }),
    clear: () => void (plans = []),
    next(method, path) {
      for (const entry of plans) {
        const { plan } = entry
        if ((plan.method ?? method) !== method || !new RegExp(plan.path).test(path)) continue
        entry.seen += 1
        const first = plan.nth ?? 1
        if (entry.seen >= first && entry.seen < first + (plan.times ?? 1)) return plan.kind
      }
      return null
    },
  }
}
