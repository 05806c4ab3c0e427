/**
 * Writes a UUID as the idempotency key of a call: letters and digits only, which every provider accepts. Two UUIDs never
 * have the same key.
 *
 * @param uuid - in its usual form, lower case with hyphens.
 */
export function keyFor(uuid: string): string {
  const key = uuid.replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(key)) throw new Error(`${uuid} is no UUID`)
  return key
}
