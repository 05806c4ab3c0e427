/** The faults of the network or of a provider. A twin adds those of its own provider. */
export type CommonFault =
  /** The connection breaks before anything was executed. */
  | 'request-lost'
  /** Everything was executed, and the connection breaks before the answer. */
  | 'answer-lost'
  /** Everything was executed, and the answer waits until the test releases it. */
  | 'late'
  /** A load balancer answers instead of the provider; nothing was executed. */
  | 'html-502'
  /** Everything was executed, and a load balancer answers instead of the provider. */
  | 'html-502-after'
  /** The provider returns an error; nothing was executed. */
  | 'error-500'
  /** Everything was executed, and the provider returns an error. */
  | 'error-500-after'
  /** Too many requests; nothing was executed. */
  | 'rate-limit'

/** The faulty requests, and their faults. */
export interface FaultPlan<Kind extends string> {
  readonly kind: Kind
  readonly method?: 'GET' | 'POST'
  /** A pattern for the path, such as `/captures$`. */
  readonly path: string
  /** The first faulty one of the matching requests; the first is 1. */
  readonly nth?: number
  /** The number of faulty requests from there; one by default. */
  readonly times?: number
}

/** The fault plans of a twin. */
export interface Faults<Kind extends string> {
  readonly plan: (plan: FaultPlan<Kind>) => void
  readonly clear: () => void
  /** Returns the fault of the request that has just arrived. */
  readonly next: (method: string, path: string) => Kind | null
}

/** Creates an empty list of plans. */
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
