import { issueResumeToken, type IssuedResumeToken } from '../../three-ds/index.ts'
import type { Attempt } from '../execution/attempt.ts'
import { uuidOf } from '../execution/key-for.ts'
import type { ShopperAddresses } from '../execution/provider.ts'
import { verdictContext, windowSizeFor } from './authentication-progress.ts'
import type { CardPorts, Progress } from './card-context.ts'
import type { AuthenticationProof } from './device-proof.ts'
import { preferenceOf } from './requested-of.ts'
import { notificationUrl, providerMethodNotificationUrl, providerReturnUrl } from './pages/browser-urls.ts'

/** Returns whether the provider of an attempt authenticates cardholders itself at the attempt's account. */
export function isAuthenticatedByProvider(
  { providers }: Pick<CardPorts, 'providers'>,
  { providerId, accountId }: Pick<Attempt, 'providerId' | 'accountId'>,
): boolean {
  return providers.get(providerId)?.capabilities.authenticatesAt?.has(accountId) === true
}

/**
 * Returns whether the provider has to authenticate the cardholder, who is present and not authenticated otherwise.
 *
 * @param authentication - from a 3DS server, for a payment that began before its account was switched to the provider.
 */
export function needsShopper(
  ports: Pick<CardPorts, 'providers'>,
  { attempt, proof, storedCredential }: Progress,
  authentication: AuthenticationProof | null,
): boolean {
  const isProven = proof !== null || authentication !== null
  const isShopperThere = !isProven && storedCredential?.initiator !== 'MERCHANT'
  return isShopperThere && isAuthenticatedByProvider(ports, attempt)
}

/** The addresses that the provider is given for the shopper's browser, with the handles that they hold. */
export function issueAddresses(
  ports: Pick<CardPorts, 'random' | 'baseUrl' | 'methodsUrl'>,
  progress: Progress,
): { readonly shopper: ShopperAddresses; readonly resumeTokens: readonly IssuedResumeToken[] } {
  const { transaction, attempt, keys } = progress
  const returning = issueResumeToken(keys, 'RETURN', ports.random)
  const notification = issueResumeToken(keys, 'NOTIFICATION', ports.random)
  const { notificationUrl: ownUrl, integration } = transaction
  return {
    // If the merchant has a notification URL, the bank posts there, and to no address of the gateway.
    resumeTokens: ownUrl === null ? [returning, notification] : [returning],
    shopper: {
      returnUrl: providerReturnUrl(ports.baseUrl(), returning.resumeToken),
      notificationUrl: ownUrl ?? notificationUrl(ports, integration, notification.resumeToken),
      methodNotificationUrl: providerMethodNotificationUrl(ports.baseUrl(), uuidOf(attempt.id)),
      challengeWindowSize: windowSizeFor(transaction),
      challengePreference: preferenceOf(progress),
    },
  }
}

/** Records what a later approval is evaluated by. It is stored before the provider is called. */
export function withConfirmation(progress: Progress, addresses: readonly IssuedResumeToken[]): Progress {
  const { onUnavailable } = verdictContext(progress)
  return {
    ...progress,
    addresses,
    attempt: {
      ...progress.attempt,
      confirmation: {
        onUnavailable,
        awaits: null,
        sealedPage: null,
        invalidResults: 0,
        endsAs: null,
        continuation: null,
      },
    },
  }
}
