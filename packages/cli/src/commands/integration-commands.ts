import type { Command } from './command.ts'
import { CUSTOMER_OPTIONS } from './customer-options.ts'
import { AMOUNT_IN_MINOR_UNITS, CREDENTIALS, FROM, JSON_LINE, LIMIT, TO } from './shared-rows.ts'

const FOLLOW_UPS = ['refund', 'capture', 'void', 'increment', 'extend']

/** Commands of a merchant's developer; each calls a running gateway. */
export const INTEGRATION_COMMANDS: Readonly<Record<string, Command>> = {
  payments: {
    summary: 'Lists, explains, captures, refunds and voids payments',
    description:
      'An operation prints its Idempotency-Key to standard error before it is sent: pass the key again if the answer is lost.\n' +
      'In production operations require --yes.\n' +
      CREDENTIALS,
    actions: {
      list: { meaning: 'lists payments, newest first; filters combine' },
      show: {
        operand: '<id>',
        meaning: 'shows a payment and its timeline: what happened, why it was declined and what to do',
      },
      refund: { operand: '<id>', meaning: 'refunds a payment, or --amount of it' },
      capture: {
        operand: '<id>',
        meaning: 'captures an authorization, or --amount of it, and releases the rest',
      },
      void: { operand: '<id>', meaning: 'cancels what was not captured' },
      increment: { operand: '<id>', meaning: 'raises an authorization by --amount' },
      extend: { operand: '<id>', meaning: 'extends the time to capture an authorization' },
    },
    isClient: true,
    flags: ['data'],
    options: {
      status: {
        type: 'string',
        placeholder: '<status>',
        actions: ['list'],
        meaning: 'APPROVED, DECLINED, PENDING, …',
      },
      reference: {
        type: 'string',
        placeholder: '<text>',
        actions: ['list'],
        meaning: 'The reference of the order',
      },
      email: {
        type: 'string',
        placeholder: '<address>',
        actions: ['list'],
        meaning: 'The customer’s e-mail address',
      },
      last4: {
        type: 'string',
        placeholder: '<digits>',
        actions: ['list'],
        meaning: 'The last four digits of the card',
      },
      amount: { ...AMOUNT_IN_MINOR_UNITS, actions: ['list', 'refund', 'capture', 'increment'] },
      from: { ...FROM, actions: ['list'] },
      to: { ...TO, actions: ['list'] },
      limit: { ...LIMIT, actions: ['list'] },
      'idempotency-key': {
        type: 'string',
        placeholder: '<key>',
        actions: FOLLOW_UPS,
        meaning: 'The key of the command whose answer was lost',
      },
      yes: { type: 'boolean', actions: FOLLOW_UPS, meaning: 'Confirms the operation in production' },
      json: JSON_LINE,
      ndjson: {
        type: 'boolean',
        actions: ['list'],
        meaning: 'Prints each payment as a line of JSON as soon as it is read',
      },
    },
    load: () => import('./payments.ts'),
  },
  listen: {
    summary: 'Prints events as they happen, and forwards them to this machine',
    description:
      'Prints every event of the merchant as it happens, each once and in one order, until it is stopped. With --forward-to it\n' +
      'sends each event as its webhook would arrive, signed with a secret that it prints first and that stays the same. Events of\n' +
      'one payment are sent one after another, and the line of an event shows the answer. A lost connection is opened again after\n' +
      'the last event. When stopped, it prints where to continue: --after.\n' +
      CREDENTIALS,
    isClient: true,
    flags: ['data'],
    options: {
      'forward-to': {
        type: 'string',
        placeholder: '<url>',
        meaning: 'Sends events to this address of this machine',
      },
      'allow-remote': { type: 'boolean', meaning: 'Lets --forward-to name another machine, over https' },
      after: {
        type: 'string',
        placeholder: '<event>',
        meaning: 'Starts after this event; 0 starts with the first one. Default: events from now on',
      },
      limit: { type: 'string', placeholder: '<n>', meaning: 'Ends after this number of events' },
      json: { type: 'boolean', meaning: 'Prints each event as a line of JSON' },
      ndjson: { type: 'boolean', meaning: 'The same' },
    },
    load: () => import('./listen.ts'),
  },
  webhooks: {
    summary: 'Lists webhooks and deliveries, and resends events',
    description:
      'hosts and set-hosts are about receivers of webhooks, and require an owner’s login: sluice-gateway login. No command\n' +
      'changes the origins of pages: owners do at the portal (Settings: Origins, Terminals), operators in the configuration file.\n' +
      CREDENTIALS,
    actions: {
      list: { meaning: 'lists the subscriptions of the merchant and the health of their deliveries' },
      deliveries: { meaning: 'lists deliveries, newest first; filters combine' },
      show: { operand: '<delivery>', meaning: 'shows a delivery with its attempts' },
      replay: {
        meaning:
          'sends deliveries again under the same webhook-id: the named ones, those of a period, or all that failed',
      },
      enable: {
        operand: '<subscription>',
        meaning: 'resumes deliveries to a disabled subscription. Send what it missed by replay',
      },
      rotate: {
        operand: '<subscription>',
        meaning: 'creates a new secret. The previous secret signs too for one day',
      },
      hosts: { meaning: 'lists the hosts to which programs may have events sent' },
      'set-hosts': {
        operand: '<hosts>',
        meaning: 'replaces these hosts: hooks.shop.example,*.shop.example, or none',
      },
    },
    isClient: true,
    flags: ['data'],
    options: {
      subscription: {
        type: 'string',
        placeholder: '<id>',
        actions: ['deliveries', 'replay'],
        meaning: 'Only deliveries to this subscription',
      },
      payment: {
        type: 'string',
        placeholder: '<id>',
        actions: ['deliveries'],
        meaning: 'Only deliveries about this payment',
      },
      status: {
        type: 'string',
        placeholder: '<status>',
        actions: ['deliveries'],
        meaning: 'DUE, DELIVERED, FAILED or CANCELED',
      },
      deliveries: {
        type: 'string',
        placeholder: '<ids>',
        actions: ['replay'],
        meaning: 'These deliveries, separated by commas',
      },
      from: { ...FROM, actions: ['deliveries', 'replay'] },
      to: { ...TO, actions: ['deliveries', 'replay'] },
      failed: {
        type: 'boolean',
        actions: ['replay'],
        meaning: 'All deliveries that failed for good, within --from and --to',
      },
      limit: { ...LIMIT, actions: ['deliveries'] },
      json: JSON_LINE,
      ndjson: { type: 'boolean', actions: ['list', 'deliveries'], meaning: 'Prints each as a line of JSON' },
    },
    load: () => import('./webhooks.ts'),
  },
  verify: {
    summary: 'Verifies the signature of a captured webhook, and explains a failure',
    description:
      'Reads a file with a captured webhook: an optional request line, the headers, a blank line, and the body byte by byte. It\n' +
      'verifies the signature with SLUICE_WEBHOOK_SECRET (several separated by commas) or with the secret in demo.env of the data\n' +
      'directory; nothing leaves this machine. With --subscription it asks a running gateway, which knows the secret and what it\n' +
      'sent. The age of a capture is reported but does not make it invalid. Exits with 0 when the signature is valid, 1 when it is not, 2 when\n' +
      'the file cannot be read or there is no secret, and 3 when the gateway did not answer.\n' +
      CREDENTIALS,
    operand: '<file>',
    isClient: true,
    flags: ['data'],
    options: {
      subscription: {
        type: 'string',
        placeholder: '<id>',
        meaning: 'Asks the gateway about a message for this subscription',
      },
      json: JSON_LINE,
    },
    load: () => import('./verify.ts'),
  },
  logs: {
    summary: 'Lists requests that the gateway rejected, and follows new ones',
    description:
      'Lists requests of the last seven days that were answered with 400 or more, newest last: time, status, endpoint, member and\n' +
      'message of the answer, request id and payment. With --follow it continues until it is stopped; a failure appears after\n' +
      'about four seconds.\n' +
      CREDENTIALS,
    isClient: true,
    flags: ['data'],
    options: {
      follow: { type: 'boolean', meaning: 'Continues with requests that fail from now on' },
      endpoint: {
        type: 'string',
        placeholder: '<name>',
        meaning: 'Only requests to this endpoint: authorize, manage, …',
      },
      status: { type: 'string', placeholder: '<code>', meaning: 'Only requests answered with this status' },
      payment: { type: 'string', placeholder: '<id>', meaning: 'Only requests about this payment' },
      from: { type: 'string', placeholder: '<time>', meaning: 'Answered at or after this time (RFC 3339)' },
      limit: { ...LIMIT, meaning: 'The maximum number to start with; default 20' },
      json: { type: 'boolean', meaning: 'Prints each request as a line of JSON' },
      ndjson: { type: 'boolean', meaning: 'The same' },
    },
    load: () => import('./logs.ts'),
  },
  'checkout-sessions': {
    summary: 'Shows, changes and cancels a checkout session',
    description:
      'A customer pays in a checkout session: with embedded fields or on a hosted payment page. Its id opens a payment form, so\n' +
      'the gateway stores only a hash: take the id from your shop.\n' +
      CREDENTIALS,
    actions: {
      show: { operand: '<id>', meaning: 'shows the session with its status and latest payment' },
      change: {
        operand: '<id>',
        meaning:
          'changes --amount or --description while nobody is paying. An open page shows the new amount and asks the\n' +
          'customer to pay again',
      },
      cancel: {
        operand: '<id>',
        meaning:
          'ends the session. A payment that waits for the customer ends as CANCELED, with its event; a session without a\n' +
          'payment frees its reference. Canceling again changes nothing',
      },
    },
    isClient: true,
    flags: ['data'],
    options: {
      amount: { ...AMOUNT_IN_MINOR_UNITS, actions: ['change'] },
      description: {
        type: 'string',
        placeholder: '<text>',
        actions: ['change'],
        meaning: 'What the payment is for; "" clears the description of a hosted payment page',
      },
      json: JSON_LINE,
    },
    load: () => import('./checkout-sessions.ts'),
  },
  customers: {
    summary: 'Lists, shows and changes customers',
    description: CREDENTIALS,
    actions: {
      list: { meaning: 'lists customers, newest first' },
      show: { operand: '<id>', meaning: 'shows a customer' },
      change: {
        operand: '<id>',
        meaning:
          'changes the given members. An empty text clears a member, except the e-mail address. Saved cards stay with the\n' +
          'customer, and earlier payments keep their data',
      },
    },
    isClient: true,
    flags: ['data'],
    options: {
      email: {
        type: 'string',
        placeholder: '<address>',
        actions: ['list', 'change'],
        meaning: 'The e-mail address to find, or the new one',
      },
      ...Object.fromEntries(
        CUSTOMER_OPTIONS.map(({ option, placeholder = '<text>', meaning }) => [
          option,
          { type: 'string' as const, placeholder, actions: ['change'], meaning },
        ]),
      ),
      limit: { ...LIMIT, actions: ['list'] },
      json: JSON_LINE,
    },
    load: () => import('./customers.ts'),
  },
  login: {
    summary: 'Signs you in at the portal, for the other commands',
    description:
      'Prints an address and a code. Open the address in any browser, also on another machine, sign in and approve. For twelve\n' +
      'hours the other commands may then do what you may do in the portal. The session is stored in a file of your configuration\n' +
      'directory that only you may read. Client credentials in the environment or in demo.env take precedence, unless\n' +
      'SLUICE_PORTAL_URL names the portal.',
    isClient: true,
    flags: [],
    options: {
      portal: {
        type: 'string',
        placeholder: '<url>',
        meaning: 'The address of the portal; default SLUICE_PORTAL_URL',
      },
      json: { type: 'boolean', meaning: 'Prints who signed in as one line of JSON' },
    },
    load: () => import('./login.ts'),
  },
  logout: {
    summary: 'Logs out of the portal',
    description: 'Logs out: ends the session at the portal, and removes the login from this machine.',
    isClient: true,
    flags: [],
    options: {
      portal: {
        type: 'string',
        placeholder: '<url>',
        meaning: 'The address of the portal; default SLUICE_PORTAL_URL, or the only login',
      },
      json: { type: 'boolean', meaning: 'Prints the address of the portal as JSON' },
    },
    load: () => import('./logout.ts'),
  },
  sessions: {
    summary: 'Lists and ends your portal sessions',
    description:
      'Requires your login. Ending a session requires a login within the last ten minutes: sluice-gateway login.',
    actions: {
      list: { meaning: 'lists the browsers and programs where you are signed in, newest first' },
      end: { operand: '<session>', meaning: 'ends a session' },
      'end-others': { meaning: 'ends all sessions except the one of this machine' },
    },
    isClient: true,
    flags: ['data'],
    options: { json: { ...JSON_LINE, actions: ['list'] } },
    load: () => import('./sessions.ts'),
  },
  export: {
    summary: 'Prints the settings of your merchant as a configuration file',
    description:
      'Prints the settings of the merchant as a configuration file, with hashes instead of secrets. Requires an owner’s login\n' +
      'within the last ten minutes: sluice-gateway login.',
    isClient: true,
    flags: ['data'],
    options: {},
    load: () => import('./export.ts'),
  },
  mcp: {
    summary: 'Serves the documentation and test tools to assistants by MCP',
    description:
      'Serves the Model Context Protocol on standard input and output until the input ends: read the documentation, create a\n' +
      'sandbox, pay with a card through 3-D Secure, move the clock, inject faults, explain a payment, list, replay and verify\n' +
      'webhooks, check a receiver. It works with a running gateway of the test environment and rejects every other. It shows no\n' +
      'secret. ' +
      CREDENTIALS,
    isClient: true,
    flags: ['data'],
    options: {
      documentation: {
        type: 'string',
        placeholder: '<dir>',
        meaning: 'Markdown to read instead of the documentation of this build',
      },
    },
    load: () => import('./mcp.ts'),
  },
}
