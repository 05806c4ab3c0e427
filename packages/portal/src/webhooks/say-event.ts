/** `transaction-svc:transaction:purchase:approved` without the part that all have. */
export function sayEvent(event: string): string {
  return event.split(':').slice(1).join(' ')
}
