import type { Surface } from './surfaces.ts'
import type { Action } from './actions.ts'

/** The possible outcomes of an interrupted payment, if its shopper then does what the page offers. */
export const ENDS = {
  'goes on':
    'One payment, without another click on Pay: the bank is confirmed where it asks, and the page says that it is paid.',
  'another click':
    'Nothing is taken by the interruption. The form is there, and the next click on Pay is the one payment.',
  'is told':
    'It is paid in another tab. This one says so, at the latest when Pay is pressed, and takes nothing.',
  over: 'Nothing is taken. The page says that this payment has ended, and leads back to the shop.',
} as const

export type End = keyof typeof ENDS

export interface Interruption {
  readonly name: string
  readonly actions: readonly Action[]
  /** The only ends that are right: of every surface, or of each. */
  readonly ends: readonly End[] | Readonly<Record<Surface, readonly End[]>>
  /** The surface at which the short form tries each of its twelve interruptions, three per surface. */
  readonly always?: Surface
}

const AT_BANK = ['type', 'press', 'reach the bank'] as const
const GOES_ON = ['goes on'] as const
const ANOTHER_CLICK = ['another click'] as const
const OVER = ['over'] as const
/** On the direct page, the browser's error page replaces the form; its button sends the form again. */
const FORM_IS_SENT_AGAIN = {
  embedded: ANOTHER_CLICK,
  hosted: ANOTHER_CLICK,
  direct: GOES_ON,
  wallet: ANOTHER_CLICK,
} as const
/** The response contained the bank's next step, which is sent once. A wallet's device card needs none. */
const STEP_IS_LOST = { embedded: OVER, hosted: OVER, direct: GOES_ON, wallet: GOES_ON } as const

/** Interruptions in the middle of a payment, and their possible outcomes. None of them ever leads to two payments. */
export const INTERRUPTIONS: readonly Interruption[] = [
  // The page is reloaded, left and come back to.
  { name: 'reload with the card typed', actions: ['type', 'reload'], ends: ANOTHER_CLICK },
  {
    name: 'reload while the payment is sent',
    actions: ['type', 'lose the answer', 'press', 'wait until it is there', 'reload'],
    ends: STEP_IS_LOST,
    always: 'embedded',
  },
  { name: 'reload at the bank', actions: [...AT_BANK, 'reload'], ends: GOES_ON, always: 'hosted' },
  {
    name: 'reload when it is paid',
    actions: [...AT_BANK, 'confirm', 'reload'],
    ends: GOES_ON,
  },
  { name: 'Back from the form, and Forward', actions: ['type', 'back', 'forward'], ends: ANOTHER_CLICK },
  { name: 'Back at the bank', actions: [...AT_BANK, 'back', 'open again'], ends: GOES_ON, always: 'direct' },
  { name: 'Back at the bank, and Forward', actions: [...AT_BANK, 'back', 'forward'], ends: GOES_ON },
  { name: 'Back when it is paid', actions: [...AT_BANK, 'confirm', 'back', 'open again'], ends: GOES_ON },

  // The connection goes.
  {
    name: 'offline for 1 s with the card typed',
    actions: ['type', 'offline', 'pass 1 s', 'online'],
    ends: ANOTHER_CLICK,
  },
  {
    name: 'a click without a connection',
    actions: ['type', 'offline', 'press in vain', 'pass 10 s', 'online'],
    ends: FORM_IS_SENT_AGAIN,
  },
  {
    name: 'offline for 10 s, and the request is lost',
    actions: [
      'type',
      'lose the request',
      'press',
      'wait until it is there',
      'offline',
      'pass 10 s',
      'online',
    ],
    ends: FORM_IS_SENT_AGAIN,
  },
  {
    name: 'offline for 10 s, and the answer is lost',
    actions: ['type', 'lose the answer', 'press', 'wait until it is there', 'offline', 'pass 10 s', 'online'],
    ends: GOES_ON,
    always: 'wallet',
  },
  {
    name: 'offline for 60 s at the bank',
    actions: [...AT_BANK, 'offline', 'pass 60 s', 'online'],
    ends: GOES_ON,
    always: 'hosted',
  },
  {
    name: 'offline for 1 s at the bank',
    actions: [...AT_BANK, 'offline', 'pass 1 s', 'online'],
    ends: GOES_ON,
  },
  {
    name: 'offline when the password is sent to the bank',
    actions: [...AT_BANK, 'offline', 'confirm in vain', 'online'],
    ends: GOES_ON,
  },

  // The tab or the telephone goes.
  {
    name: 'tab killed with the card typed',
    actions: ['type', 'kill the tab'],
    ends: ANOTHER_CLICK,
  },
  {
    name: 'tab killed while the payment is sent',
    actions: ['type', 'lose the answer', 'press', 'wait until it is there', 'kill the tab'],
    ends: STEP_IS_LOST,
  },
  {
    name: 'tab killed at the bank',
    actions: [...AT_BANK, 'kill the tab'],
    // The bank's step was kept in the tab; the direct page's shop has it on its server.
    ends: { embedded: OVER, hosted: OVER, direct: GOES_ON, wallet: OVER },
    always: 'wallet',
  },
  {
    name: 'phone locked with the card typed',
    actions: ['type', 'lock the phone', 'unlock the phone'],
    ends: ANOTHER_CLICK,
  },
  {
    name: 'phone locked while the payment is sent',
    actions: [
      'type',
      'hold the answer',
      'press',
      'wait until it is there',
      'lock the phone',
      'let it go',
      'unlock the phone',
    ],
    ends: GOES_ON,
  },
  {
    name: 'phone locked at the bank',
    actions: [...AT_BANK, 'lock the phone', 'unlock the phone'],
    ends: GOES_ON,
  },

  // More than one of everything.
  { name: 'double click on Pay', actions: ['type', 'press twice'], ends: GOES_ON, always: 'direct' },
  {
    name: 'second tab before paying',
    actions: ['type', 'open a second tab', 'pay there'],
    ends: ['is told', 'goes on'],
  },
  {
    name: 'second tab at the bank',
    actions: [...AT_BANK, 'open a second tab'],
    ends: GOES_ON,
    always: 'embedded',
  },

  // The bank.
  {
    name: 'the bank is slow',
    actions: ['the bank is dead', 'type', 'press', 'pass 25 s', 'the bank answers'],
    ends: GOES_ON,
  },
  {
    name: 'the bank is dead',
    actions: ['the bank is dead', 'type', 'press', 'pass 25 s', 'cancel'],
    ends: OVER,
    always: 'direct',
  },

  // Time is over.
  {
    name: 'the session expires with the card typed',
    actions: ['type', 'let time run out'],
    // The direct page's shop makes no session before it is paid.
    ends: { embedded: OVER, hosted: OVER, direct: ANOTHER_CLICK, wallet: OVER },
    always: 'wallet',
  },
  {
    name: 'the session expires while the payment is sent',
    actions: ['type', 'hold the request', 'press', 'wait until it is there', 'let time run out', 'let it go'],
    ends: { embedded: OVER, hosted: OVER, direct: GOES_ON, wallet: OVER },
  },
  {
    name: 'the session expires at the bank',
    actions: [...AT_BANK, 'let time run out'],
    ends: OVER,
    always: 'embedded',
  },

  // The gateway.
  {
    name: 'the gateway restarts with the card typed',
    actions: ['type', 'restart the gateway'],
    ends: ANOTHER_CLICK,
  },
  {
    name: 'the gateway restarts while the payment is sent',
    actions: ['type', 'lose the answer', 'press', 'wait until it is there', 'restart the gateway'],
    ends: GOES_ON,
  },
  {
    name: 'the gateway restarts at the bank',
    actions: [...AT_BANK, 'restart the gateway'],
    ends: GOES_ON,
    always: 'hosted',
  },
  {
    name: 'the gateway is away when Pay is pressed',
    actions: ['type', 'stop the gateway', 'press in vain', 'start the gateway'],
    ends: ANOTHER_CLICK,
  },
]
