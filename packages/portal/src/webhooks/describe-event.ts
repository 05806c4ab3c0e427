import { TEXTS } from '../texts/texts.ts'
import { capitalize } from '../wording/format.ts'

const OUTCOMES: Readonly<Record<string, string>> = TEXTS.outcomes

/**
 * `transaction-svc:transaction:purchase:approved` as "Purchase approved", that of a refund as "Refunded", as everywhere: the service and its
 * object are the same for most.
 */
export function describeEvent(event: string): string {
  const [, object = '', ...what] = event.split(':')
  const [type = '', status] = what
  const outcome = OUTCOMES[type.toUpperCase()]
  if (object === 'transaction' && status === 'approved' && outcome !== undefined) return outcome
  return capitalize((object === 'transaction' ? what : [object, ...what]).join(' ').replaceAll('-', ' '))
}
