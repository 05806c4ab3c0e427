import { TEXTS } from './texts.ts'

/** The texts of the pages where a program without a browser signs in. */
export const DEVICE_TEXTS = {
  title: TEXTS.pages.devices,
  lead: 'Enter the code that "sluice-gateway login" shows.',
  code: 'Code',
  codeHint: 'Eight letters, such as BCDF-GHJK.',
  find: 'Continue',
  compare: 'Does the program show this code?',
  what: (name: string, address: string) => `${name} at ${address} requests access to your account.`,
  all: 'It gets your permissions for twelve hours.',
  audit: 'The audit trail records its changes under your name.',
  warning:
    'Approve only if you started this sign-in yourself. If someone sent you this link or code, deny it: the program would get your permissions.',
  approve: 'Approve',
  deny: 'Deny',
  approved: 'Approved. You can close this page: the program continues by itself.',
  denied: 'Denied. The program gets no access.',
  unknown:
    'Unknown or expired code. A code works once, for ten minutes: start the sign-in again in the program.',
} as const
