import { TEXTS } from './texts.ts'

/** The texts of the page of checkout sessions. */
export const CHECKOUT_TEXTS = {
  title: TEXTS.pages.checkoutSessions,
  lead: 'Change or cancel an order that has not been paid yet. Your shop knows the ID of its session.',
  id: 'Session ID',
  hint: 'The gateway stores only a hash of the ID, so it cannot list sessions. Anyone with the ID can pay: do not share it.',
  find: 'Find',
  unknown: 'Unknown session ID, or the session belongs to another merchant.',
  heading: (reference: string) => `Session of ${reference}`,
  amount: (currency: string) => `Amount in ${currency}`,
  members: {
    amount: 'Amount',
    description: 'Description',
    terminal: 'Terminal',
    customer: 'Customer',
    revision: 'Revision',
    payment: 'Latest payment',
  },
  change: 'Edit…',
  changeTitle: 'Edit this session',
  changeHint: 'An open checkout page shows the new amount and asks the customer to pay again.',
  save: 'Save changes',
  changed: 'Session saved.',
  cancel: 'Cancel session…',
  cancelTitle: 'Cancel this session?',
  cancelHint:
    'The session can no longer be paid. A payment that waits for the customer is canceled, and its webhook is sent.',
  confirmCancel: 'Cancel session',
  canceled: 'Session canceled.',
  conflicts: {
    CREATED:
      'Not saved: a declined payment of this session waits for a correction. Cancel the session instead.',
    PENDING: 'Not saved: a payment of this session is in progress. Check it, then try again.',
  },
  over: (status: string) => `Not saved: the session has ended in the meantime (${status}).`,
} as const
