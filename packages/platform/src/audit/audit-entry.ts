/** The actions of the trail, and which kind of actor does each. */
const ACTIONS = {
  'authentication.accept': 'A client authenticated and received a token, or a person signed in.',
  'authentication.refuse': 'A client or person failed to authenticate, or sent an invalid token.',
  'access.refuse': 'A request was rejected: without a valid token (401), or without permission (403).',
  'gateway.start': 'A process started to serve requests.',
  'gateway.stop': 'A process shut down gracefully.',
  'card.open': 'The number of a saved card was decrypted for a payment.',
  'customer.erase': 'A customer was erased: cards, personal data of payments and events.',
  'portal.sign-in': 'A person started a session in the portal.',
  'portal.change': 'A portal user requested a change.',
  'session.end': 'Portal sessions of a person were ended, by the person or an owner.',
  'portal.refuse': 'A change that a portal user requested was rejected, and nothing changed.',
  'merchant.add': 'An operator added a merchant from a file.',
  'merchant.approve': 'An operator approved a merchant to go live.',
  'merchant.view': 'An operator started or stopped viewing the payments of a merchant, with the reason.',
  'operation.open': 'A capture, refund or void was requested.',
  'operation.decide': 'A person resolved a transaction whose provider does not report the outcome.',
  'operation.ask': 'A person requested another status query for a transaction.',
  'provider.pause': 'An operator paused a provider account: it receives no new payments.',
  'provider.resume': 'An operator resumed a provider account: it receives new payments again.',
  'provider.event.retry': 'An operator retried a broken event of a provider, with the reason.',
  'configuration.apply': 'A configuration file changed a record.',
  'master-key.rotate': 'All encrypted data was re-encrypted under a new master key.',
  'signing-key.rotate': 'The signing key of access tokens was rotated.',
  'signing-key.revoke': 'A signing key was revoked, with the access tokens that it signed.',
  'vault.rotate-kek': 'The wrapping key of the vault was replaced.',
  'vault.rotate-keys': 'Saved cards were re-encrypted under new keys.',
  'user.invite': 'A person was invited to the portal.',
  'user.change-roles': 'The roles of a portal user changed.',
  'user.remove': 'A person was removed from the portal.',
  'user.change-sign-in':
    'A person set up a password, an authenticator app or a passkey; the person’s other sessions ended.',
  'user.reset': 'The credentials of a person were reset, and a new link was issued.',
  'user.confirm': 'A pending link for an owner was confirmed, and is valid immediately.',
  'user.cancel': 'A pending link for an owner was withdrawn.',
  'user.acknowledge': 'A person acknowledged notices about the owners of the merchant.',
  'settings.change': 'Settings of a merchant were changed in the portal.',
  'client.create': 'An API client of a merchant was created.',
  'client.rotate': 'An API client received a new secret; the previous one stays valid for a while.',
  'client.end-old-secret': 'The previous secret of an API client became invalid.',
  'client.revoke': 'An API client was revoked permanently.',
  'webhook.create': 'A webhook subscription was created.',
  'webhook.change': 'The address or the events of a webhook subscription changed.',
  'webhook.disable': 'A webhook subscription was disabled in the portal.',
  'webhook.remove': 'A webhook subscription was removed in the portal.',
  'webhook.rotate-secret': 'The secret of a webhook subscription was rotated.',
  'webhook.enable': 'A disabled webhook subscription was enabled.',
  'webhook.replay': 'Deliveries of events were replayed.',
} as const

export type AuditAction = keyof typeof ACTIONS

export function isAuditAction(text: string): text is AuditAction {
  return Object.hasOwn(ACTIONS, text)
}

/**
 * The actor: the merchant's own client, a person at the portal, the operator, the gateway itself, or a caller who has
 * not proven anything.
 */
export type AuditActor = 'merchant' | 'user' | 'operator' | 'gateway' | 'caller'

/** One line of the audit trail. Nothing in it is secret, and none of it is what a shopper typed. */
export interface AuditEntry {
  /** The merchant that it is about; null when it concerns all. */
  readonly merchantId: string | null
  readonly actor: AuditActor
  readonly action: AuditAction
  /** The id of the object that was changed. */
  readonly subject: string
  readonly detail: Readonly<Record<string, string | number>>
}
