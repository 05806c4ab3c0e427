/**
 * Returns whether a host is one of a merchant's `webhook_hosts`: exact names, or `*.example.com` for every name below.
 */
export function isRegisteredHost(host: string, hosts: readonly string[]): boolean {
  const name = host.toLowerCase()
  return hosts.some((registered) =>
    registered.startsWith('*.') ? name.endsWith(registered.slice(1)) : name === registered,
  )
}
