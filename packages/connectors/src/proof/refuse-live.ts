import type { ConnectorSecrets, SecretDeclaration } from '../kit/index.ts'
import { type TestAccount, classifyAddress } from './test-account.ts'

/** Returns whether the pattern of a secret distinguishes live from test keys: the same pattern for both does not. */
function tells({ patterns }: SecretDeclaration): boolean {
  return patterns !== null && patterns.live.source !== patterns.test.source
}

/**
 * Returns why these may be live keys, or null if they certainly belong to a test environment. Keys that cannot be
 * distinguished count as live. The reason names the secret, never its value.
 *
 * @param isStandIn - whether the operator says that a local address is not a tunnel to the live environment, which
 *   would look the same.
 */
export function whyMaybeLive(
  declared: readonly SecretDeclaration[],
  secrets: ConnectorSecrets,
  account: Pick<TestAccount, 'host'>,
  { url, isStandIn }: { readonly url: string; readonly isStandIn: boolean },
): string | null {
  const where = classifyAddress(account, url)
  if (where === 'UNKNOWN') return 'the address is not the one of the test environment'
  if (where === 'THIS_MACHINE' && !isStandIn)
    return 'the address is on this machine, and may lead to the live environment; if a simulation runs there, set --stand-in'
  const telling = declared.filter(tells)
  for (const { name, patterns } of telling) {
    for (const secret of secrets[name] ?? []) {
      if (patterns?.live.test(secret.reveal())) return `secret_files.${name} is a live key`
      if (!patterns?.test.test(secret.reveal())) return `secret_files.${name} is not a test key`
    }
  }
  const isTold = account.host !== null || telling.some(({ name }) => (secrets[name] ?? []).length > 0)
  return isTold ? null : 'nothing shows that the keys belong to the test environment'
}
