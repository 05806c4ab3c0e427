/** What goes wrong on the way, or at Adyen. */
export type FaultKind =
  /** The connection breaks before anything ran. */
  | 'request-lost'
  /** The connection breaks at once, and the request runs when the test releases it. */
  | 'arrives-late'
  /** Everything ran, and the connection breaks before the answer. */
  | 'answer-lost'
  /** Everything ran, and the answer waits until the test releases it. */
  | 'late'
  /** A proxy answers in place of Adyen; nothing ran. */
  | 'html-502'
  /** Everything ran, and a proxy answers in place of Adyen. */
  | 'html-502-after'
  /** Adyen answers an error that is not kept under the key; nothing ran. */
  | 'error-500'
  /** Everything ran, and Adyen answers an error. */
  | 'error-500-after'
  /** Too many requests; nothing ran. */
  | 'rate-limit'

/** Which requests go wrong, and how. */
export interface FaultPlan {
  readonly kind: FaultKind
  /** A pattern for the path, such as `/captures$`. */
  readonly path: string
  /** Which of the requests that fit: the first is 1. */
  readonly nth?: number
  /** How many requests from there; one by default. */
  readonly times?: number
}

/** The plans of a twin. */
export interface Faults {
  readonly plan: (plan: FaultPlan) => void
  readonly clear: () => void
  readonly next: (path: string) => FaultKind | null
}

/** Creates a list of plans that is empty. */
export function createFaults(): Faults {
  let plans: { readonly plan: FaultPlan; seen: number }[] = []
  return {
    plan: (plan) => void plans.push({ plan, seen: 0 }),
    clear: () => void (plans = []),
    next(path) {
      for (const entry of plans) {
        const { plan } = entry
        if (!new RegExp(plan.path).test(path)) continue
        entry.seen += 1
        const first = plan.nth ?? 1
        if (entry.seen >= first && entry.seen < first + (plan.times ?? 1)) return plan.kind
      }
      return null
    },
  }
}
