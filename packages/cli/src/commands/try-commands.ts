import { SIMULATED_FLOWS } from '@sluice/types/vocabulary'

import { FOLLOW_UP_FLOWS } from '../admin-client/actions/follow-up-flows.ts'
import type { Command } from './command.ts'
import { AMOUNT_IN_MINOR_UNITS, CREDENTIALS, JSON_LINE } from './shared-rows.ts'

/** Commands for people who try a gateway on their machine. */
export const TRY_COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    summary: 'Runs the gateway until it is stopped',
    description:
      'Runs the payment gateway until it is stopped. With --json it prints one line of JSON to standard output when it is\n' +
      'ready, and nothing else; its log goes to standard error.',
    flags: ['port', 'host', 'data', 'database-url', 'config', 'roles'],
    options: { json: { type: 'boolean', meaning: 'Prints the ready line as JSON' } },
    load: () => import('./start.ts'),
  },
  open: {
    summary: 'Prints a one-time link to the portal of a running test gateway',
    description:
      'Prints a link that signs you in to the portal as the owner of the demo merchant, or of the sandbox of the credentials. It\n' +
      'works once, within ten minutes, on the machine where the gateway runs. Test environment only.\n' +
      CREDENTIALS,
    isClient: true,
    flags: ['data'],
    options: { json: JSON_LINE },
    load: () => import('./open.ts'),
  },
  pay: {
    summary: 'Creates a payment link and can open its page',
    description:
      'Anyone who has the address can pay: once, or as often as --uses says. The link expires after 30 days. --open opens it in\n' +
      'the browser of this machine; if there is none, open the printed address in another browser.\n' +
      CREDENTIALS,
    isClient: true,
    flags: ['data'],
    options: {
      open: { type: 'boolean', meaning: 'Opens the page of the link' },
      verify: { type: 'boolean', meaning: 'Verifies a card, and charges nothing' },
      amount: { ...AMOUNT_IN_MINOR_UNITS, meaning: 'In minor units: 1000 is 10.00; default 1850' },
      currency: { type: 'string', placeholder: '<code>', meaning: 'ISO 4217; default EUR' },
      description: {
        type: 'string',
        placeholder: '<text>',
        meaning: 'What the payment is for; shown on the page',
      },
      uses: { type: 'string', placeholder: '<n>', meaning: 'How many payments may be approved; default 1' },
      installments: {
        type: 'string',
        placeholder: '<n>',
        meaning: 'The most installments that shoppers may choose, 2 to 48; without it they pay in full',
      },
      terminal: {
        type: 'string',
        placeholder: '<id>',
        meaning: 'The terminal of the payments; default SLUICE_TERMINAL_ID',
      },
      json: JSON_LINE,
    },
    load: () => import('./pay.ts'),
  },
  trigger: {
    summary: 'Makes a test payment, or captures, refunds or voids one',
    description:
      'A 3-D Secure flow, such as CHALLENGE or NO_3DS: pays with a test card and completes the challenge, so that there is a\n' +
      'payment with events, webhooks and a timeline.\n' +
      'capture, refund, void: for the whole remaining amount of a payment. partial-capture, partial-refund: for half of it.\n' +
      'increment: raises an authorization by half of its open amount. extend: extends it.\n' +
      'Without --for it makes a payment first. Test environment only.\n' +
      CREDENTIALS,
    operand: '<flow>',
    choices: [...Object.keys(FOLLOW_UP_FLOWS), ...SIMULATED_FLOWS],
    isClient: true,
    flags: ['data'],
    options: {
      'response-code': {
        type: 'string',
        placeholder: '<code>',
        meaning: 'The processing code that the provider returns; 1004 is insufficient funds',
      },
      for: { type: 'string', placeholder: '<transaction>', meaning: 'The payment to operate on' },
      json: JSON_LINE,
    },
    load: () => import('./trigger.ts'),
  },
  clock: {
    summary: 'Moves the clock of a test merchant forward',
    description: 'Test environment only.\n' + CREDENTIALS,
    actions: {
      advance: {
        operand: '<seconds>',
        meaning:
          'moves the clock forward and runs everything that becomes due: webhook retries, expiries, status queries. A clock\n' +
          'never goes back',
      },
    },
    isClient: true,
    flags: ['data'],
    options: { json: JSON_LINE },
    load: () => import('./clock.ts'),
  },
  sandbox: {
    summary: 'Creates a test merchant; resets, saves and restores its data',
    description:
      'reset, snapshot and restore work on the sandbox of SLUICE_SANDBOX_ID, which the file of create contains, or on the demo\n' +
      'merchant. They are rejected while a payment of the sandbox is in progress. Test environment only.\n' +
      CREDENTIALS,
    actions: {
      create: {
        meaning:
          'creates a merchant with terminals, keys and a clock of its own. Writes its credentials to a file of the data directory\n' +
          'that only you may read, for node --env-file, and prints the file’s name',
      },
      reset: {
        meaning: 'deletes all payment data and resets the clock. Credentials and settings are kept',
      },
      snapshot: {
        operand: '<name>',
        meaning:
          'saves all data under a name, including those of the simulators. Replaces a snapshot of that name',
      },
      restore: {
        operand: '<name>',
        meaning:
          'replaces the current data by those of a snapshot. Webhooks that were already sent are not recalled',
      },
    },
    isClient: true,
    flags: ['data'],
    options: {
      label: { type: 'string', placeholder: '<text>', actions: ['create'], meaning: 'A name for lists' },
      'webhook-url': {
        type: 'string',
        placeholder: '<url>',
        actions: ['create'],
        meaning: 'The address that events are sent to',
      },
      json: JSON_LINE,
    },
    load: () => import('./sandbox.ts'),
  },
  simulators: {
    summary: 'Runs the simulated providers, 3DS server and bank as a separate service',
    description:
      'Runs the simulated card providers, 3DS server and bank as a separate service, which a gateway calls over HTTP like real\n' +
      'ones. With --json it prints one line of JSON when it is ready: the addresses and the files of the shared secrets, as the\n' +
      'configuration of the gateway names them. Test environment only.',
    flags: ['port', 'host', 'data'],
    options: { json: { type: 'boolean', meaning: 'Prints the ready line as JSON' } },
    load: () => import('./simulators.ts'),
  },
}
