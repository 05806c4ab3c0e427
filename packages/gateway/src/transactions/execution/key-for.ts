/**
 * Writes a UUID as the idempotency key of a call: letters and digits only, as every provider takes them. Two UUIDs never
 * have one key.
 *
 * @param uuid - in its usual form, lower case with hyphens.
 */
export function keyFor(uuid: string): string {
  const key = uuid.replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(key)) throw new Error(`${uuid} is no UUID`)
  return key
}
