import type { ConnectorSecrets, SecretDeclaration } from '../kit/index.ts'
import { mayBeLive, type TestAccount } from './test-account.ts'

/** Whether the pattern of a secret distinguishes live from test keys: the same pattern for both does not. */
function tells({ patterns }: SecretDeclaration): boolean {
  return patterns !== null && patterns.live.source !== patterns.test.source
}

/**
 * Says why these may be live keys; null if they certainly belong to a test environment. What cannot be told apart counts as live. The reason
 * names the secret, never its value.
 */
export function whyMaybeLive(
  declared: readonly SecretDeclaration[],
  secrets: ConnectorSecrets,
  account: Pick<TestAccount, 'host'>,
  url: string,
): string | null {
  if (mayBeLive(account, url)) return 'the address is not that of the test environment'
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
