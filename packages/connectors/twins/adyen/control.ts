import type { AdyenTwin } from './adyen-twin.ts'
import type { FaultPlan } from '../faults/fault-plan.ts'
import type { FaultKind } from './http/faults.ts'
import type { CardBehaviour } from './world/world.ts'

type Control = (twin: AdyenTwin, message: Readonly<Record<string, unknown>>) => unknown

/** The control interface for tests in another process. Adyen has no such interface. */
const CONTROLS: Readonly<Record<string, Control>> = {
  'GET /twin/books': (twin) => twin.books(),
  'GET /twin/contract': (twin) => twin.contract(),
  'GET /twin/deliveries': (twin) => twin.webhooks.deliveries(),
  'POST /twin/faults': (twin, message) => twin.faults.plan(message as unknown as FaultPlan<FaultKind>),
  'POST /twin/clear': (twin) => twin.faults.clear(),
  'POST /twin/release': (twin) => twin.release(),
  'POST /twin/advance': (twin, { ms }) => twin.advance(Number(ms)),
  'POST /twin/endpoint': (twin, { url, secrets }) =>
    twin.webhooks.setEndpoint(url === undefined ? null : { url: String(url), secrets: secrets as string[] }),
  'POST /twin/hold': (twin, { held }) => twin.webhooks.hold(held === true),
  'POST /twin/deliver': async (twin, { ids }) => twin.webhooks.deliver(ids as readonly string[] | undefined),
  'POST /twin/plan': (twin, { reference, behaviour }) =>
    void twin.world.planned.push({
      reference: new RegExp(String(reference)),
      behaviour: behaviour as CardBehaviour,
    }),
  'POST /twin/order': (twin, { psp, paid }) => twin.shopper.endOrder(String(psp), paid === true),
  'POST /twin/report': (twin, { psp, ...event }) =>
    twin.shopper.report(String(psp), event as Parameters<AdyenTwin['shopper']['report']>[1]),
}

/** Answers a request to the control interface; null for another path. */
export async function answerControl(
  twin: AdyenTwin,
  method: string,
  path: string,
  body: string,
): Promise<{ readonly status: number; readonly body: object } | null> {
  if (!path.startsWith('/twin/')) return null
  const control = CONTROLS[`${method} ${path}`]
  if (control === undefined) return { status: 404, body: {} }
  const message = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
  return { status: 200, body: { result: (await control(twin, message)) ?? null } }
}
