import { TEXTS } from './texts.ts'

/** The texts about changes to the owners of a merchant: notices, links on hold, and the trail. */
export const PEOPLE_TEXTS = {
  notices: {
    title: 'Notices for owners',
    /** Texts by the gateway's kind of notice. */
    kinds: {
      OWNER_INVITED: (about: string, by: string) => `${by} invited ${about} as an owner.`,
      OWNER_RESET: (about: string, by: string) =>
        `${by} reset the sign-in of ${about}. If nobody expects this, cancel it.`,
      OWNER_ROLE_GIVEN: (about: string, by: string) => `${by} made ${about} an owner.`,
      OWNER_ROLE_TAKEN: (about: string, by: string) => `${by} took the owner role from ${about}.`,
      OWNER_REMOVED: (about: string, by: string) => `${by} removed the owner ${about}.`,
      WEBHOOK_HOSTS_CHANGED: (about: string, by: string) =>
        about === '' ? `${by} removed all webhook hosts.` : `${by} changed the webhook hosts: ${about}.`,
      WEBHOOK_CHANGED: (about: string) => `A program changed the webhook subscription of ${about}.`,
    },
    other: (about: string, by: string) => `${by} changed ${about}.`,
    people: 'View users',
    acknowledge: 'Acknowledge',
    acknowledged: 'Acknowledged.',
  },
  operator: 'The operator of the service',
  waits: {
    reset: (moment: string) => `Sign-in reset from ${moment}`,
    invitation: (moment: string) => `Link valid from ${moment}`,
    decide: 'Confirm or cancel…',
    title: (name: string) => `The link for ${name} is on hold`,
    explain: (moment: string) =>
      `It becomes valid ${moment}. Confirm it to make it valid now, or cancel it to change nothing. The owner who requested it cannot confirm it.`,
    confirm: 'Confirm',
    cancel: 'Cancel the link',
    keep: 'Decide later',
    confirmed: 'The link is valid now.',
    canceled: 'Link canceled.',
  },
  resetOfOwner:
    'The reset of an owner takes effect after 24 hours. The owners are notified, and any of them can cancel it; the person or a second owner can confirm it at once.',
  linkWaits: (from: string, until: string) =>
    `It is shown only once and works from ${from} until ${until}. The owners are notified and can cancel it.`,
  trail: {
    title: TEXTS.pages.trail,
    lead: 'Who invited, changed, reset or removed a user, newest first.',
    caption: 'Changes to the users of the merchant, newest first',
    open: 'View all changes',
    back: 'All users',
    none: 'No changes yet',
    noneText: 'Invitations, role changes, resets and removals appear here.',
    furtherBack: 'No changes in this part of the audit trail. Older entries may have some.',
    action: 'Change',
    about: 'User',
    by: 'By',
    at: 'Time',
    gone: 'a removed user',
    /** Texts by the action in the audit trail. */
    actions: {
      'user.invite': 'Invited',
      'user.change-roles': 'Roles changed',
      'user.reset': 'Sign-in reset',
      'user.confirm': 'Link confirmed',
      'user.cancel': 'Link canceled',
      'user.remove': 'Removed',
      'user.change-sign-in': 'Sign-in method changed',
      'user.acknowledge': 'Notices acknowledged',
    } as Readonly<Record<string, string>>,
    newest: 'Newest',
    older: 'Older',
  },
} as const
