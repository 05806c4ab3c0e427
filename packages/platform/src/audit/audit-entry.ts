/** The actions of the trail, and which kind of actor does each. */
const ACTIONS = {
  'authentication.accept': 'A client proved itself and got a token, or a person signed in.',
  'authentication.refuse': 'A client or person did not prove itself, or showed a token that is not good.',
  'access.refuse': 'A request was refused: without a good token (401), or without the right (403).',
  'gateway.start': 'A process began to serve.',
  'gateway.stop': 'A process ended in order.',
  'card.open': 'The number of a saved card was opened for a payment.',
  'customer.erase': 'A customer was erased: cards, personal data of payments and events.',
  'portal.sign-in': 'A person began a session at the portal.',
  'portal.change': 'A portal user requested a change.',
  'session.end': 'Sessions of a person at the portal were ended by the person or an owner.',
  'portal.refuse': 'A change that a portal user requested was refused, and not made.',
  'merchant.add': 'An operator added a merchant by a file.',
  'merchant.approve': 'An operator approved that a merchant goes live.',
  'merchant.view': 'An operator began to read the payments of a merchant, or ended it; the reason is given.',
  'operation.open': 'A capture, refund or void was requested.',
  'operation.decide': 'A person resolved a transaction whose provider does not report the outcome.',
  'operation.ask': 'A person had the provider queried again about a transaction.',
  'provider.pause': 'An operator paused a provider account: no new payment is sent to it.',
  'provider.resume': 'An operator let new payments be sent to a provider account again.',
  'provider.event.retry': 'An operator had a broken event of a provider applied again; the reason is given.',
  'configuration.apply': 'A configuration file changed a record.',
  'master-key.rotate': 'Everything sealed was sealed under a new master key.',
  'signing-key.rotate': 'Access tokens got the next signing key.',
  'signing-key.revoke': 'A signing key was revoked, and the access tokens that it signed.',
  'vault.rotate-kek': 'The wrapping key of the vault was replaced.',
  'vault.rotate-keys': 'Saved cards were sealed under new keys.',
  'user.invite': 'A person was invited to the portal.',
  'user.change-roles': 'A person at the portal got other roles.',
  'user.remove': 'A person was removed from the portal.',
  'user.change-sign-in':
    'A person set up a password, an authenticator app or a passkey; other sign-ins of the person ended.',
  'user.reset': 'The credentials of a person were reset, and a new link was issued.',
  'user.confirm': 'A link of an owner that waited was confirmed, and is good at once.',
  'user.cancel': 'A link of an owner that waited was withdrawn.',
  'user.acknowledge': 'A person acknowledged notices about the owners of the merchant.',
  'settings.change': 'Settings of a merchant were changed at the portal.',
  'client.create': 'A program of a merchant got credentials.',
  'client.rotate': 'A program of a merchant got a new secret; the one before counts for a while.',
  'client.end-old-secret': 'The secret before the present one of a program stopped to count.',
  'client.revoke': 'A program of a merchant lost its credentials for ever.',
  'webhook.create': 'A webhook subscription was made.',
  'webhook.change': 'A webhook subscription got another address or other events.',
  'webhook.disable': 'A webhook subscription was switched off at the portal.',
  'webhook.remove': 'A webhook subscription was removed at the portal.',
  'webhook.rotate-secret': 'A webhook subscription got a new secret.',
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
  /** The id of what it was done to. */
  readonly subject: string
  readonly detail: Readonly<Record<string, string | number>>
}
