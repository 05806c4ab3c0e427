/** What the pages say about checkout sessions: what shoppers pay in. */
export const CHECKOUT_TEXTS = {
  title: 'Checkout sessions',
  lead: 'Change or cancel an order that nobody has paid yet. Your shop has the id of its session.',
  id: 'Session id',
  hint: 'The gateway keeps a hash of the id, so it cannot list sessions. Whoever has the id can pay: send it to nobody.',
  find: 'Find',
  unknown: 'There is no such session, or it belongs to another merchant.',
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
  change: 'Change…',
  changeTitle: 'Change this session',
  changeHint: 'A page that shows the earlier amount shows the new one, and asks the customer to pay again.',
  save: 'Save the change',
  changed: 'The session is changed.',
  cancel: 'Cancel the session…',
  cancelTitle: 'Cancel this session?',
  cancelHint:
    'Nobody can pay it any more. A payment that waits for the customer ends as canceled, and its event is sent.',
  keep: 'Keep it',
  confirmCancel: 'Cancel the session',
  canceled: 'The session is canceled.',
  notAnAmount: (currency: string) => `Write an amount in ${currency}, such as 12.50.`,
  conflicts: {
    CREATED:
      'Not changed: a declined payment of this session waits for a correction. Cancel the session instead.',
    PENDING: 'Not done: a payment of this session is under way. Look at it, then try again.',
  },
  over: (status: string) => `Not done: the session has ended meanwhile (${status}).`,
} as const
