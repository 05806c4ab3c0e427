import { capitalize } from '../wording/format.ts'

/** `transaction-svc:transaction:purchase:approved` as "Purchase approved": the service and its object are the same for most. */
export function sayEvent(event: string): string {
  const [, object = '', ...what] = event.split(':')
  return capitalize((object === 'transaction' ? what : [object, ...what]).join(' ').replaceAll('-', ' '))
}
