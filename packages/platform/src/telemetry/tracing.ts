/**
 * The attributes of a span: ids, and names and numbers of a fixed vocabulary; never what a customer or merchant sent.
 */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** A request while it is answered. */
export interface RequestSpan {
  /** Continues within the span: work that starts there belongs to it. */
  run(proceed: () => void): void
  end(answer: { readonly method: string; readonly route: string; readonly status: number }): void
}

/** Records spans: the duration of each step, and the request to which it belongs. @decision 0032 */
export interface Tracing {
  /** @param headers - of the request, where `traceparent` may name what it belongs to. */
  beginRequest(headers: Readonly<Record<string, string | readonly string[] | undefined>>): RequestSpan
  /** A piece of work within the current one; its failure is the span's. */
  span<T>(
    name: string,
    attributes: SpanAttributes,
    work: () => Promise<T>,
    describe: (result: T) => SpanAttributes,
  ): Promise<T>
  /** Adds attributes to the innermost span of the current work. */
  annotate(attributes: SpanAttributes): void
  /** The id of the trace that the current work belongs to; null if there is none. */
  traceId(): string | null
  /** Returns the headers for a request to another system: `traceparent`, or none. */
  headers(): Readonly<Record<string, string>>
  /** Sends pending spans. */
  stop(): Promise<void>
}

const NO_HEADERS = Object.freeze({})
const NO_SPAN: RequestSpan = { run: (proceed) => proceed(), end: () => undefined }

/** Tracing is off. */
export const NO_TRACING: Tracing = {
  beginRequest: () => NO_SPAN,
  span: (_name, _attributes, work) => work(),
  annotate: () => undefined,
  traceId: () => null,
  headers: () => NO_HEADERS,
  stop: () => Promise.resolve(),
}
