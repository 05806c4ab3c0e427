/** What the pages say where a program without a browser is signed in. */
export const DEVICE_TEXTS = {
  title: 'Sign in a program',
  lead: 'The command sluice-gateway login shows a code. Type it here.',
  code: 'Code',
  codeHint: 'Eight letters, such as BCDF-GHJK.',
  find: 'Go on',
  compare: 'Does the program show this code?',
  what: (name: string, address: string) => `${name}, from ${address}, asks to act for you.`,
  all: 'It may do what you may do here, for twelve hours.',
  audit: 'What it changes stands in the audit trail with your name.',
  warning:
    'Approve only what you began yourself. If somebody sent you this address or the code, deny: the program would have your rights.',
  approve: 'Approve',
  deny: 'Deny',
  approved: 'Approved. The program goes on by itself; this page can be closed.',
  denied: 'Denied. The program gets nothing.',
  unknown:
    'No program waits with this code. A code is good for ten minutes, and once: begin again at the program.',
} as const
