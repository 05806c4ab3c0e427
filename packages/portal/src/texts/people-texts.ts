/** What the pages say about changes to the owners of a merchant: notices, links that wait, and the trail. */
export const PEOPLE_TEXTS = {
  notices: {
    title: 'Notices for owners',
    /** By the kind that the gateway gives. */
    kinds: {
      OWNER_INVITED: (about: string, by: string) => `${by} invited ${about} as an owner.`,
      OWNER_RESET: (about: string, by: string) =>
        `${by} reset the sign-in of ${about}. If nobody expects this, cancel it.`,
      OWNER_ROLE_GIVEN: (about: string, by: string) => `${by} made ${about} an owner.`,
      OWNER_ROLE_TAKEN: (about: string, by: string) => `${by} took the owner role from ${about}.`,
      OWNER_REMOVED: (about: string, by: string) => `${by} removed the owner ${about}.`,
      WEBHOOK_HOSTS_CHANGED: (about: string, by: string) =>
        about === ''
          ? `${by} removed every host to which programs may have events sent.`
          : `${by} changed the hosts to which programs may have events sent: ${about}.`,
      WEBHOOK_CHANGED: (about: string) => `A program changed the webhook subscription of ${about}.`,
    },
    other: (about: string, by: string) => `${by} changed ${about}.`,
    people: 'See the users',
    acknowledge: 'Acknowledge',
    acknowledged: 'Acknowledged.',
  },
  operator: 'The operator of the service',
  waits: {
    reset: (moment: string) => `Sign-in reset from ${moment}`,
    invitation: (moment: string) => `Link works from ${moment}`,
    decide: 'Confirm or cancel…',
    title: (name: string) => `The link for ${name} waits`,
    explain: (moment: string) =>
      `It works from ${moment}. Confirm it, and it works at once. Cancel it, and nothing changes. The owner who asked for it cannot confirm it.`,
    confirm: 'Confirm',
    cancel: 'Cancel the link',
    keep: 'Decide later',
    confirmed: 'The link works now.',
    canceled: 'The link is cancelled.',
  },
  resetOfOwner:
    'The reset of an owner takes effect after 24 hours. The owners are notified, and any of them can cancel it; the person or a second owner can confirm it at once.',
  linkWaits: (from: string, until: string) =>
    `It is shown this once, works from ${from}, and is good until ${until}. The owners are notified and can cancel it.`,
  trail: {
    title: 'Changes to users',
    lead: 'Who invited, changed, reset or removed whom, newest first.',
    caption: 'Changes to the users of the merchant, newest first',
    open: 'See all changes',
    back: 'All users',
    none: 'No changes yet.',
    furtherBack: 'No change among the entries that were searched. Older ones may have some.',
    action: 'Change',
    about: 'User',
    by: 'By',
    at: 'Time',
    gone: 'a removed user',
    /** By the action that the audit trail gives. */
    actions: {
      'user.invite': 'Invited',
      'user.change-roles': 'Roles changed',
      'user.reset': 'Sign-in reset',
      'user.confirm': 'Waiting link confirmed',
      'user.cancel': 'Waiting link cancelled',
      'user.remove': 'Removed',
      'user.change-sign-in': 'Sign-in method changed',
      'user.acknowledge': 'Notices acknowledged',
    } as Readonly<Record<string, string>>,
    newest: 'Newest',
    older: 'Older',
  },
} as const
