import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import type { CallDescription } from '../errors/gateway-error.ts'
import type { Hooks, RequestView, ResponseView } from '../http/hooks.ts'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { SDK_VERSION } from '../version.ts'

/** The options of the hooks for OpenTelemetry. */
export interface OpenTelemetryOptions {
  /** @defaultValue the tracer `@sluice/server-sdk` of the global provider */
  readonly tracer?: Tracer
}

const OPEN_TELEMETRY_OPTIONS: KnownOptions<OpenTelemetryOptions> = { tracer: true }

/**
 * Creates hooks that record a client span for every exchange, including retries and access tokens, as children of the
 * span that is active when a method is called, and send the trace context along.
 *
 * Spans follow the semantic conventions of HTTP clients, and contain only what hooks see: no bodies, no tokens, no ids
 * of the path.
 *
 * @throws When there is no such option. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const client = createClient({ ...options, hooks: openTelemetryHooks() })
 * ```
 */
export function openTelemetryHooks(options: OpenTelemetryOptions = {}): Hooks {
  refuseUnknownOptions(options, OPEN_TELEMETRY_OPTIONS)
  // Gets the tracer for each span, because the provider may be registered later.
  const tracer = () => options.tracer ?? trace.getTracer('@sluice/server-sdk', SDK_VERSION)
  // A call has one exchange at a time, and keeps its description over all of them.
  const spans = new WeakMap<CallDescription, Span>()

  return {
    onRequest(view) {
      const span = tracer().startSpan(`${view.call.method} ${view.call.path}`, {
        kind: SpanKind.CLIENT,
        attributes: attributesOf(view),
      })
      spans.set(view.call, span)
      const carrier: Record<string, string> = {}
      propagation.inject(trace.setSpan(context.active(), span), carrier)
      return carrier
    },
    onResponse(view) {
      const span = spans.get(view.call)
      if (span) endSpan(span, view)
    },
  }
}

function attributesOf({ call, origin, attempt }: RequestView): Record<string, string | number> {
  const { hostname, port, protocol } = new URL(origin)
  return {
    'http.request.method': call.method,
    'url.template': call.path,
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
    ...(attempt > 1 ? { 'http.request.resend_count': attempt - 1 } : {}),
  }
}

function endSpan(span: Span, { status, errorCode, requestId }: ResponseView): void {
  if (status !== undefined) span.setAttribute('http.response.status_code', status)
  if (requestId !== undefined) span.setAttribute('sluice.request_id', requestId)
  const errorType = errorCode ?? (status !== undefined && status >= 400 ? String(status) : undefined)
  if (errorType !== undefined) {
    span.setAttribute('error.type', errorType)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}
