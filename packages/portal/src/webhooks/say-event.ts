/** `transaction-svc:transaction:purchase:approved` as "Purchase approved": the service and its object are the same for most. */
export function sayEvent(event: string): string {
  const [, object = '', ...what] = event.split(':')
  const words = (object === 'transaction' ? what : [object, ...what]).join(' ').replaceAll('-', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
