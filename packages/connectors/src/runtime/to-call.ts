import {
  type AuthorizationMessage,
  type CancellationMessage,
  type ContinuationMessage,
  type FenceMessage,
  type OperationMessage,
  type OrderMessage,
  type PreparationMessage,
  PROVIDER_ENDPOINTS,
  type QuestionMessage,
  type UndoMessage,
} from '@sluice/provider-protocol'
import { Secret } from '@sluice/shared/secret'

import type { ProviderCall, SecretAuthorization } from '../kit/index.ts'

/** The calls by the paths of the provider protocol. The protocol's schemas have validated the messages. */
const CALLS: Readonly<Record<string, (message: unknown) => ProviderCall>> = {
  [PROVIDER_ENDPOINTS.preparations.path]: (message) => ({
    name: 'prepare',
    message: message as PreparationMessage,
  }),
  [PROVIDER_ENDPOINTS.authorizations.path]: (message) => ({
    name: 'authorize',
    message: hideCard(message as AuthorizationMessage),
  }),
  [PROVIDER_ENDPOINTS.continuations.path]: (message) => ({
    name: 'continue',
    message: message as ContinuationMessage,
  }),
  [PROVIDER_ENDPOINTS.operations.path]: (message) => ({
    name: 'operate',
    message: message as OperationMessage,
  }),
  [PROVIDER_ENDPOINTS.orders.path]: (message) => ({ name: 'order', message: message as OrderMessage }),
  [PROVIDER_ENDPOINTS.cancellations.path]: (message) => ({
    name: 'cancel',
    message: message as CancellationMessage,
  }),
  [PROVIDER_ENDPOINTS.undos.path]: (message) => ({ name: 'undo', message: message as UndoMessage }),
  [PROVIDER_ENDPOINTS.questions.path]: (message) => ({ name: 'find', message: message as QuestionMessage }),
  [PROVIDER_ENDPOINTS.fences.path]: (message) => ({ name: 'fence', message: message as FenceMessage }),
}

/** Returns the call of a message of the provider protocol, or null for an unknown path. */
export function toProviderCall(path: string, message: unknown): ProviderCall | null {
  return Object.hasOwn(CALLS, path) ? (CALLS[path]?.(message) ?? null) : null
}

/** Wraps all card data that must not be printed in secrets. */
function hideCard({ card, ...message }: AuthorizationMessage): SecretAuthorization {
  const { number, cvv, network_token: proof } = card
  return {
    ...message,
    card: {
      ...card,
      number: new Secret(number),
      cvv: cvv === null ? null : new Secret(cvv),
      network_token: proof && { cryptogram: new Secret(proof.cryptogram), eci: proof.eci },
    },
  }
}
