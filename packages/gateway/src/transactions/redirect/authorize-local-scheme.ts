import type { RequestedData } from '../admission/requested-method.ts'
import type { MerchantRecords, PaymentOrder } from '../admission/payment-order.ts'
import type { Authorized } from '../execution/started.ts'
import { completeLocalScheme } from './methods.ts'
import type { RedirectPorts } from './redirect-flow.ts'
import { startElsewhere } from './start-order.ts'

/** A day counts once it has begun anywhere on Earth, first in UTC+14. */
const FIRST_TIME_ZONE_MS = 14 * 3_600_000

/** Authorizes with the local scheme, whose data may contain the shopper's date of birth. */
export async function authorizeLocalScheme(
  ports: RedirectPorts & Pick<MerchantRecords, 'findMerchant' | 'findTerminal'>,
  order: PaymentOrder,
  data: RequestedData<'partner-blik'>,
): Promise<Authorized> {
  const { date_of_birth: birth } = data
  if (birth !== undefined && !hasArrived(birth, ports.clock.now())) return NOT_BORN_YET
  return startElsewhere(ports, completeLocalScheme(order, data))
}

/** @param day - YYYY-MM-DD. */
function hasArrived(day: string, nowMs: number): boolean {
  return day <= new Date(nowMs + FIRST_TIME_ZONE_MS).toISOString().slice(0, 10)
}

const BIRTH_PROPERTY = 'payment_method.data.date_of_birth'
const NOT_BORN_YET: Authorized = {
  kind: 'unreadable',
  errors: [{ property: BIRTH_PROPERTY, message: 'has an invalid format', params: [BIRTH_PROPERTY] }],
}
