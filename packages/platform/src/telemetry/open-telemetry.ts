import { AsyncLocalStorage } from 'node:async_hooks'

import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'

import type { Tracing } from './tracing.ts'

const SERVICE_NAME = 'sluice-gateway'

/**
 * Traces by OpenTelemetry. Nothing is registered globally: several gateways in one process do not meet. Loaded only
 * where traces are configured.
 *
 * @param options - `resource`: identifies this process; `exporter`: replaces the one that posts to `url`.
 */
export function createOpenTelemetry(options: {
  readonly url: string
  readonly resource?: {
    readonly version: string
    readonly instanceId: string
    readonly environment: string
  }
  readonly exporter?: SpanExporter
}): Tracing {
  const exporter = options.exporter ?? new OTLPTraceExporter({ url: options.url })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': SERVICE_NAME,
      ...(options.resource && {
        'service.version': options.resource.version,
        'service.instance.id': options.resource.instanceId,
        'deployment.environment.name': options.resource.environment,
      }),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer(SERVICE_NAME)
  const propagator = new W3CTraceContextPropagator()
  const contexts = new AsyncLocalStorage<Context>()
  const current = (): Context => contexts.getStore() ?? ROOT_CONTEXT

  return {
    beginRequest(headers) {
      const from = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, from)
      const within = trace.setSpan(from, span)
      return {
        run: (proceed) => contexts.run(within, proceed),
        end({ method, route, status }) {
          span.updateName(`${method} ${route}`)
          span.setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
          })
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    async span(name, attributes, work, describe) {
      const span = tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes }, current())
      try {
        const result = await contexts.run(trace.setSpan(current(), span), work)
        span.setAttributes(describe(result))
        return result
      } catch (error) {
        // Only what kind of error: messages may repeat what a caller sent.
        const kind = error instanceof Error ? error.name : 'unknown'
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttributes({ 'error.type': kind })
        throw error
      } finally {
        span.end()
      }
    },
    annotate: (attributes) => void trace.getSpan(current())?.setAttributes(attributes),
    traceId: () => trace.getSpanContext(current())?.traceId ?? null,
    headers() {
      const headers: Record<string, string> = {}
      propagator.inject(current(), headers, defaultTextMapSetter)
      return headers
    },
    // A collector that is away must not keep a process from ending.
    stop: () => provider.shutdown().catch(() => undefined),
  }
}
