/** `transaction-svc:transaction:purchase:approved` without the part that all have. */
export function sayEvent(event: string): string {
  // `record:*`, `dispute:*`
  if (event.endsWith(':*')) return `every ${event.slice(0, -2)}`
  return event.split(':').slice(1).join(' ')
}
