/** Returns the time at which a transaction was created: its id is a UUID v7 (RFC 9562 §5.7), which begins with that time. */
export function createdAt(id: string): Date {
  return new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
}
