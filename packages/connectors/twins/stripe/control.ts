import type { ApiAnswer } from './api/api.ts'
import type { FaultPlan } from '../faults/fault-plan.ts'
import type { FaultKind } from './http/faults.ts'
import type { StripeTwin } from './stripe-twin.ts'

type Control = (twin: StripeTwin, body: string) => unknown

/** The control interface for tests in another process. Stripe has no such interface. */
const CONTROLS: Readonly<Record<string, Control>> = {
  'GET /twin/books': (twin) => twin.books(),
  'GET /twin/contract': (twin) => twin.contract(),
  'GET /twin/deliveries': (twin) => twin.webhooks.deliveries(),
  'GET /twin/requests': (twin) =>
    twin.requests().map(({ method, path, status }) => ({ method, path, status })),
  'POST /twin/faults': (twin, body) => twin.faults.plan(JSON.parse(body) as FaultPlan<FaultKind>),
  'POST /twin/clear': (twin) => twin.faults.clear(),
  'POST /twin/release': (twin) => twin.release(),
  'POST /twin/advance': (twin, body) => twin.advance((JSON.parse(body) as { ms: number }).ms),
  'POST /twin/endpoint': (twin, body) =>
    twin.webhooks.setEndpoint(JSON.parse(body) as { url: string; secrets: string[] } | null),
  'POST /twin/hold': (twin, body) => twin.webhooks.hold((JSON.parse(body) as { held: boolean }).held),
  'POST /twin/deliver': (twin, body) =>
    twin.webhooks.deliver(body === '' ? undefined : (JSON.parse(body) as { ids?: string[] }).ids),
}

export async function answerControl(
  twin: StripeTwin,
  method: string,
  path: string,
  body: string,
): Promise<ApiAnswer | null> {
  if (!path.startsWith('/twin/')) return null
  const control = CONTROLS[`${method} ${path}`]
  if (!control) return { status: 404, headers: {}, body: '' }
  const value: unknown = (await control(twin, body)) ?? null
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}
