/** What goes wrong on the way, or at the provider. */
export type FaultKind =
  /** The connection breaks before anything ran. */
  | 'request-lost'
  /** Everything ran, and the connection breaks before the answer. */
  | 'answer-lost'
  /** Everything ran, and the answer waits until it is let go. */
  | 'late'
  /** A balancer answers in place of the interface; nothing ran. */
  | 'html-502'
  /** Everything ran, and a balancer answers in place of the interface. */
  | 'html-502-after'
  /** Stripe's own error, kept under the key; nothing ran. */
  | 'error-500'
  /** Everything ran, and Stripe answers an error, which is kept under the key. */
  | 'error-500-after'
  | 'rate-limit'
  | 'lock-timeout'

export interface FaultPlan {
  readonly kind: FaultKind
  readonly method?: 'GET' | 'POST'
  /** A pattern for the path, such as `/confirm$`. */
  readonly path: string
  /** Which of the requests that fit: the first is 1. */
  readonly nth?: number
  /** For how many requests from there; one, unless it says otherwise. */
  readonly times?: number
}

export interface Faults {
  readonly plan: (plan: FaultPlan) => void
  readonly clear: () => void
  readonly next: (method: string, path: string) => FaultKind | null
}

export function createFaults(): Faults {
  let plans: { readonly plan: FaultPlan; seen: number }[] = []
  return {
    plan(plan) {
      plans.push({ plan, seen: 0 })
    },
    clear() {
      plans = []
    },
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
