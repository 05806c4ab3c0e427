import type { Clock } from '../kernel/clock.ts'
import {
  type CountName,
  type DurationName,
  DURATIONS,
  type Labels,
  type Metrics,
  NO_METRICS,
} from './metrics.ts'
import { NO_TRACING, type RequestSpan, type Tracing } from './tracing.ts'

/** Both eyes on the same things: numbers for alarms, traces for finding out why. */
export interface Telemetry {
  /**
   * Measures a piece of work and returns its result, or throws its error.
   *
   * @param outcomeOf - a word of a small vocabulary for its outcome; `ok` without it.
   * @param outcomeOfError - the word for an error; `error` without it.
   */
  measure<T>(
    what: Exclude<DurationName, 'request'>,
    labels: Labels,
    work: () => Promise<T>,
    outcomeOf?: (result: T) => string,
    outcomeOfError?: string,
  ): Promise<T>
  beginRequest: Tracing['beginRequest']
  endRequest(
    span: RequestSpan,
    answer: {
      readonly method: string
      readonly route: string
      readonly status: number
      readonly seconds: number
    },
  ): void
  count(what: CountName, labels: Labels): void
  annotate: Tracing['annotate']
  traceId: Tracing['traceId']
  /** Returns the headers for a request to another system. */
  traceHeaders(): Readonly<Record<string, string>>
}

export function createTelemetry(metrics: Metrics, tracing: Tracing, steadyClock: Clock): Telemetry {
  return {
    async measure(what, labels, work, outcomeOf = () => 'ok', outcomeOfError = 'error') {
      const beginsAtMs = steadyClock.now()
      let outcome = outcomeOfError
      try {
        const result = DURATIONS[what].isTraced
          ? await tracing.span(what, labels, work, (done) => ({ outcome: outcomeOf(done) }))
          : await work()
        outcome = outcomeOf(result)
        return result
      } finally {
        metrics.observe(what, { ...labels, outcome }, (steadyClock.now() - beginsAtMs) / 1_000)
      }
    },
    beginRequest: (headers) => tracing.beginRequest(headers),
    endRequest(span, { method, route, status, seconds }) {
      span.end({ method, route, status })
      metrics.observe('request', { method, route, status: String(status) }, seconds)
    },
    count: (what, labels) => metrics.count(what, labels),
    annotate: (attributes) => tracing.annotate(attributes),
    traceId: () => tracing.traceId(),
    traceHeaders: () => tracing.headers(),
  }
}

/** Telemetry is off, and costs nothing. */
export const NO_TELEMETRY: Telemetry = {
  measure: (_what, _labels, work) => work(),
  beginRequest: (headers) => NO_TRACING.beginRequest(headers),
  endRequest: () => undefined,
  count: (what, labels) => NO_METRICS.count(what, labels),
  annotate: (attributes) => NO_TRACING.annotate(attributes),
  traceId: () => NO_TRACING.traceId(),
  traceHeaders: () => NO_TRACING.headers(),
}
