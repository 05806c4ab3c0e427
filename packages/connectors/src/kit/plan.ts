import type { HttpRequest, HttpResult, Transcript } from './http-message.ts'
import { type CallEnd, send, type Step } from './step.ts'

/**
 * A call as a generator, from top to bottom: it yields a request, continues with its result, and returns the outcome
 * of the call. It must be pure, because it runs again from the top for each step.
 */
export type Plan<Answer> = Generator<HttpRequest, CallEnd<Answer>, HttpResult>

/** A part of a plan that returns a value. */
export type Part<Value> = Generator<HttpRequest, Value, HttpResult>

/** Returns the next step of a plan after what was sent and received so far. */
export function followPlan<Answer>(plan: Plan<Answer>, transcript: Transcript): Step<Answer> {
  let next = plan.next()
  for (const { result } of transcript) {
    if (next.done) break
    next = plan.next(result)
  }
  return next.done ? next.value : send(next.value)
}
