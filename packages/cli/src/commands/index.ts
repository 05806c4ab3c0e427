import { SIMULATED_FLOWS } from '@sluice/types/vocabulary'

import { FOLLOW_UP_FLOWS } from '../admin-client/actions/follow-up-flows.ts'
import type { Command } from './command.ts'
import { CUSTOMER_OPTIONS } from './customer-options.ts'

/** Where commands that call a running gateway find their credentials. */
const CREDENTIALS =
  'Credentials come from SLUICE_BASE_URL, SLUICE_AUTH_URL, SLUICE_REALM, SLUICE_CLIENT_ID, SLUICE_CLIENT_SECRET and\n' +
  'SLUICE_TERMINAL_ID, or from what start wrote to demo.env in the data directory. Without them the login of\n' +
  'SLUICE_PORTAL_URL is used, or the only one that sluice-gateway login keeps.'

/** Everything that `sluice-gateway <command>` can do. Help is made of it. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    summary: 'Runs the gateway until it is told to stop',
    description:
      'Runs the payment gateway until it is told to stop. With --json it prints one line of JSON when it is ready, and\n' +
      'nothing else, on the standard output; its log goes to the standard error output.',
    flags: ['port', 'host', 'data', 'database-url', 'config', 'roles'],
    options: { json: { type: 'boolean', meaning: 'Prints the ready line as JSON' } },
    load: () => import('./start.ts'),
  },
  init: {
    summary: 'Makes the files of a new production installation: environment, configuration file, secrets',
    description:
      'Makes the files of a new production installation in an empty directory: environment, a configuration file with one\n' +
      'merchant who takes cards, and every secret, readable by you alone. It says what is left to do, and overwrites nothing.',
    flags: [],
    options: {
      dir: { type: 'string', placeholder: '<path>', meaning: 'Where; ./sluice without it' },
      'base-url': {
        type: 'string',
        placeholder: '<origin>',
        meaning: 'Where clients will reach the service, over https',
      },
      shop: {
        type: 'string',
        placeholder: '<origin>',
        meaning: 'Where the pages of the merchant are, over https',
      },
      merchant: { type: 'string', placeholder: '<name>', meaning: 'The name of the merchant in the file' },
    },
    load: () => import('./init.ts'),
  },
  doctor: {
    summary: 'Says what a gateway of this configuration lacks, and what mends it',
    description:
      'Looks at what a gateway of this configuration needs: the configuration file, the master key, the data directory, the\n' +
      'database, providers, the 3-D Secure server, its addresses, their certificates and clocks. It changes nothing, and may\n' +
      'run before the first start or beside gateways. Exits with 1 when something is missing.',
    flags: ['data', 'database-url', 'config'],
    options: { json: { type: 'boolean', meaning: 'Prints every finding as JSON' } },
    load: () => import('./doctor.ts'),
  },
  apply: {
    summary: 'Makes merchants and what they have as the configuration file says',
    description:
      'Makes merchants, terminals, clients, client keys and webhooks as the configuration file says, in one commit, and\n' +
      'prints what changed: + created, ~ changed, - deactivated. What a merchant of the file has beyond it is deactivated,\n' +
      'never deleted; merchants that the file does not name are left alone. Running gateways notice within five seconds.\n' +
      'Providers, the 3DS server and identity are read when a gateway starts.\n' +
      'The embedded database belongs to one process: stop the gateway first, or start it again with --config.',
    flags: ['config', 'data', 'database-url'],
    options: { 'dry-run': { type: 'boolean', meaning: 'Only says what would change, and changes no table' } },
    load: () => import('./apply.ts'),
  },
  'preview-branding': {
    summary: 'Shows the payment page in the colours of a merchant of the configuration file',
    description:
      'Serves sample payment pages in the look of a merchant of the configuration file, on this machine only, and says\n' +
      'which colours are hard to read. It reads the file, fetches logo and font, and stores nothing.',
    flags: ['config', 'port'],
    options: {
      merchant: {
        type: 'string',
        placeholder: '<id>',
        meaning: 'Whose: the id of the merchant, or its name in the file; needed where there are several',
      },
    },
    load: () => import('./preview-branding.ts'),
  },
  methods: {
    summary: 'Lists the payment methods of the configuration file by the names that shoppers see',
    description:
      'Lists the alternative payment methods of each terminal of the configuration file, in the order in which shoppers see\n' +
      'them, with name, countries and currencies, and why a method is not offered. It reads the file and stores nothing.',
    flags: ['config'],
    options: { json: { type: 'boolean', meaning: 'Prints every member of every method as JSON' } },
    load: () => import('./methods.ts'),
  },
  schema: {
    summary: 'Prints the JSON Schema of the configuration file, for editors',
    description:
      'Prints the JSON Schema of the configuration file. Editors complete and check the file by it.',
    flags: [],
    options: {},
    load: () => import('./schema.ts'),
  },
  simulators: {
    summary: 'Runs the simulated providers, 3DS server and bank as a service of their own',
    description:
      'Runs the simulated card providers, 3DS server and bank as a service of their own, which a gateway reaches over\n' +
      'HTTP as it reaches real ones. With --json it prints one line of JSON when it is ready: the addresses and the files\n' +
      'of the shared secrets, as the configuration of the gateway names them. Test environment only.',
    flags: ['port', 'host', 'data'],
    options: { json: { type: 'boolean', meaning: 'Prints the ready line as JSON' } },
    load: () => import('./simulators.ts'),
  },
  check: {
    summary: 'Looks at everything that is stored and says what is not as it must be',
    description:
      'Checks the invariants: money adds up, every end has its event, nothing is stuck, no card data is left behind, the\n' +
      'audit trail is whole. It only reads, and may run beside gateways. Exits with 1 when one is broken.\n' +
      'Give it the configuration that the gateway has: the audit trail is tied by the master key.',
    flags: ['data', 'database-url', 'config'],
    options: {
      json: { type: 'boolean', meaning: 'Prints every finding as JSON' },
      lines: { type: 'boolean', meaning: 'Prints each result as a line of JSON as soon as it is known' },
      only: {
        type: 'string',
        placeholder: '<ids>',
        meaning: 'Checks these invariants alone, separated by commas: I1,I13',
      },
      acknowledged: {
        type: 'string',
        placeholder: '<file>',
        meaning:
          'What a client wrote down of its answers: {"transaction_id": …, "status": …}, one a line; each must be there',
      },
      live: {
        type: 'boolean',
        meaning: 'Asks every provider of the configuration what it can do, and compares; needs no database',
      },
    },
    load: () => import('./check.ts'),
  },
  reset: {
    summary: 'Deletes everything that is stored, so that the next start begins anew',
    description:
      'Deletes every table of Sluice, with the merchants, payments and saved cards in them, for good. It says what is there\n' +
      'and asks first. Tables of others in the same PostgreSQL database stay, and so\n' +
      'do the master key and other files of the data directory. It takes a database of any version, also one that a\n' +
      'gateway refuses. Stop all gateways first. In production the answer has to be typed.',
    flags: ['data', 'database-url'],
    options: { yes: { type: 'boolean', meaning: 'Does not ask; test environment only' } },
    load: () => import('./reset.ts'),
  },
  'tamper-check': {
    summary: 'Compares the pages of a running service with those of this build, from outside',
    description:
      'Asks a service for its scripts, frames and pages as a browser does, and compares them and their headers with what\n' +
      'this build serves under the same configuration. Give it the environment and the configuration file that the gateway\n' +
      'has; it needs none of their secrets, so it may run on another machine. Exits with 0 when all is the same, 1 when\n' +
      'something differs, 2 when it was misused, and 3 when something was not reached.\n' +
      'The payment page is checked where one is open: name it with --page, or give a client that may open one.',
    target: '<public url>',
    flags: ['config'],
    options: {
      page: { type: 'string', placeholder: '<url>', meaning: 'An open payment page' },
      client: {
        type: 'string',
        placeholder: '<id>',
        meaning: 'A client that opens a payment page for the check',
      },
      'secret-file': { type: 'string', placeholder: '<file>', meaning: 'A file with the client’s secret' },
      terminal: { type: 'string', placeholder: '<id>', meaning: 'The terminal of the page' },
      'return-url': {
        type: 'string',
        placeholder: '<url>',
        meaning: 'Where the page leads back to, of an origin of the terminal; without it the service itself',
      },
      'client-key': {
        type: 'string',
        placeholder: '<keys>',
        meaning: 'Client keys for any origin that the file does not have; test environment only',
      },
      json: { type: 'boolean', meaning: 'Prints every finding as JSON' },
    },
    load: () => import('./tamper-check.ts'),
  },
  clients: {
    summary: 'Lists the clients of a merchant and gives them new secrets, those that may pay out too',
    description:
      'list: the clients, with their roles.\n' +
      'rotate: makes a new secret and prints it, once; the one before it counts for a day more. A client that may pay out, or\n' +
      'charge without the customer, gets a new secret by this command alone: the portal gives no person of the merchant one.\n' +
      'Give the secret to its program alone. The embedded database belongs to one process: stop the gateway first.',
    actions: ['list', 'rotate'],
    operands: { rotate: '<client>' },
    flags: ['data', 'database-url'],
    options: {
      merchant: {
        type: 'string',
        placeholder: '<id>',
        meaning: 'Whose clients: the id of the merchant, or its name in the configuration file',
      },
      'old-secret-hours': {
        type: 'string',
        placeholder: '<hours>',
        actions: ['rotate'],
        meaning: 'How long the old secret counts, 0 to 168 hours; 24 without it',
      },
      json: { type: 'boolean', meaning: 'Prints the answer as JSON' },
    },
    load: () => import('./clients.ts'),
  },
  providers: {
    summary: 'Lists provider accounts and whether they answer, pauses and resumes them',
    description:
      'list: the accounts, CLOSED (they answer), OPEN (they do not, so other routes come first) or PAUSED.\n' +
      'pause: from then on no new payment goes to the account, in any process within a second. What is under way is finished\n' +
      'there, and captures, refunds and voids still go there.\n' +
      'resume: new payments go there again.\n' +
      'The embedded database belongs to one process: while the gateway runs, use its portal or its endpoint.',
    actions: ['list', 'pause', 'resume'],
    operands: { pause: '<provider>/<account>', resume: '<provider>/<account>' },
    flags: ['config', 'data', 'database-url'],
    options: {
      reason: {
        type: 'string',
        placeholder: '<text>',
        actions: ['pause', 'resume'],
        meaning: 'Why; the audit trail keeps it',
      },
      json: { type: 'boolean', meaning: 'Prints the answer as JSON' },
    },
    load: () => import('./providers.ts'),
  },
  connector: {
    summary: 'Lists the connectors to real providers, and proves one with your test keys',
    description:
      'list: the connectors of this version: their `type` in the configuration, the required secrets, payment methods with\n' +
      'currencies and countries, and with --json all declarations. It reads no configuration and makes no network calls.\n' +
      'prove: makes payments at the test environment of a provider of the configuration, one for everything that its\n' +
      'connector declares, and prints method, currency, operation and result: PROVEN, ACCEPTED (the result arrives as an\n' +
      'event), REFUSED by the provider, FAILED, UNKNOWN, or SKIPPED with the reason. The report is a file that is written\n' +
      'after each payment: an interrupted run goes on from it. It refuses keys and addresses that may be live, and prints\n' +
      'neither keys nor card numbers. Exits with 0 when nothing was refused or failed, 1 when something was, 2 when it was\n' +
      'misused or the keys may be live, and 3 when the provider did not answer.',
    actions: ['list', 'prove'],
    flags: ['config', 'data'],
    options: {
      provider: {
        type: 'string',
        placeholder: '<id>',
        actions: ['prove'],
        meaning: 'The id of the provider in the configuration file',
      },
      account: {
        type: 'string',
        placeholder: '<id>',
        actions: ['prove'],
        meaning: 'Our account with the provider; without it the first',
      },
      report: {
        type: 'string',
        placeholder: '<file>',
        actions: ['prove'],
        meaning: 'The report; connector-prove-<id>.json without it',
      },
      json: { type: 'boolean', meaning: 'Prints the answer as JSON' },
    },
    load: () => import('./connector.ts'),
  },
  'provider-events': {
    summary: 'Lists events of providers that were not applied, and has broken ones applied again',
    description:
      'list: how many there are, and the newest 100 that are BROKEN, or in the state of --state.\n' +
      'retry: a gateway applies a broken event again, up to five times. Remove the cause first: the log names it.\n' +
      'The embedded database belongs to one process: while the gateway runs, use its portal or its endpoint.',
    actions: ['list', 'retry'],
    operands: { retry: '<event>' },
    flags: ['config', 'data', 'database-url'],
    options: {
      state: {
        type: 'string',
        placeholder: '<state>',
        actions: ['list'],
        meaning: 'WAITING, BROKEN, FOREIGN or IGNORED; BROKEN without it',
      },
      account: {
        type: 'string',
        placeholder: '<provider>/<account>',
        actions: ['retry'],
        meaning: 'Whose event it is, as the list shows it',
      },
      reason: {
        type: 'string',
        placeholder: '<text>',
        actions: ['retry'],
        meaning: 'Why; the audit trail keeps it',
      },
      json: { type: 'boolean', meaning: 'Prints the answer as JSON' },
    },
    load: () => import('./provider-events.ts'),
  },
  users: {
    summary: 'Invites people to the portal, lists and removes them, gives new links',
    description:
      'list: who may sign in, and with what.\n' +
      'invite: adds a person and prints the one-time link that sets the password, good for a week.\n' +
      'remove: takes a person out; open sessions end.\n' +
      'reset: takes away password, authenticator app, passkeys and recovery codes, ends open sessions and prints a link to begin\n' +
      'anew, good for an hour.\n' +
      'Without --merchant it is about the operators of the service. Give a link to its person alone, by a way that proves who\n' +
      'that is. The embedded database belongs to one process: stop the gateway first.',
    actions: ['list', 'invite', 'remove', 'reset'],
    operands: { invite: '<e-mail>', remove: '<e-mail>', reset: '<e-mail>' },
    flags: ['data', 'database-url'],
    options: {
      merchant: {
        type: 'string',
        placeholder: '<id>',
        meaning: 'Whose users: the id of the merchant, or its name in the configuration file',
      },
      name: {
        type: 'string',
        placeholder: '<name>',
        actions: ['invite'],
        meaning: 'What the person is called',
      },
      roles: {
        type: 'string',
        placeholder: '<roles>',
        actions: ['invite'],
        meaning: 'With commas between: owner, developer, finance, support; owner without it',
      },
      reason: {
        type: 'string',
        placeholder: '<reason>',
        actions: ['reset'],
        meaning: 'Why, for an owner: the owners of the merchant can read it',
      },
      json: { type: 'boolean', meaning: 'Prints the answer as JSON' },
    },
    load: () => import('./users.ts'),
  },
  webhooks: {
    summary:
      'Lists webhooks of a running gateway and their deliveries, sends events again, enables, renews secrets, registers hosts',
    description:
      'list: the subscriptions of the merchant, and how their deliveries go.\n' +
      'deliveries: what was sent, the newest first; every filter that is given must hold.\n' +
      'show: a delivery with its attempts.\n' +
      'replay: sends deliveries again, under the same webhook-id: those named, those of a time, or all that failed.\n' +
      'enable: delivers again to a subscription that was disabled. What it missed is sent by a replay.\n' +
      'rotate: makes a new secret; the one before it signs as well for a day.\n' +
      'hosts: the hosts to which programs may have events sent.\n' +
      'set-hosts: replaces them. Write hooks.shop.example,*.shop.example, or none. Both actions need an owner’s login:\n' +
      'sluice-gateway login.\n' +
      CREDENTIALS,
    actions: ['list', 'deliveries', 'show', 'replay', 'enable', 'rotate', 'hosts', 'set-hosts'],
    operands: {
      show: '<delivery>',
      enable: '<subscription>',
      rotate: '<subscription>',
      'set-hosts': '<hosts>',
    },
    isClient: true,
    flags: ['data'],
    options: {
      subscription: {
        type: 'string',
        placeholder: '<id>',
        actions: ['deliveries', 'replay'],
        meaning: 'Only to that subscription',
      },
      payment: {
        type: 'string',
        placeholder: '<id>',
        actions: ['deliveries'],
        meaning: 'Only of that payment',
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
        meaning: 'These, with commas between',
      },
      from: {
        type: 'string',
        placeholder: '<time>',
        actions: ['deliveries', 'replay'],
        meaning: 'Created then or later (RFC 3339)',
      },
      to: {
        type: 'string',
        placeholder: '<time>',
        actions: ['deliveries', 'replay'],
        meaning: 'Created before',
      },
      failed: {
        type: 'boolean',
        actions: ['replay'],
        meaning: 'All that were given up; --from, --to narrow it',
      },
      limit: {
        type: 'string',
        placeholder: '<n>',
        actions: ['deliveries'],
        meaning: 'At most so many; 20 without it',
      },
      json: { type: 'boolean', meaning: 'Prints the answer as one line of JSON' },
      ndjson: { type: 'boolean', actions: ['list', 'deliveries'], meaning: 'Prints each as a line of JSON' },
    },
    load: () => import('./webhooks.ts'),
  },
  listen: {
    summary:
      'Prints events of a running gateway as they happen, and forwards them to a receiver on this machine',
    description:
      'Prints every event about the payments of the merchant as it happens, each once and in one order, until it is ended.\n' +
      'With --forward-to each is sent as its webhook would come, signed with a secret that is printed first and stays the\n' +
      'same; events of one payment go one after the other, and the line of an event says what was answered. A connection\n' +
      'that breaks is opened again behind the last event. Who ends the command reads where to go on: --after.\n' +
      CREDENTIALS,
    isClient: true,
    flags: ['data'],
    options: {
      'forward-to': {
        type: 'string',
        placeholder: '<url>',
        meaning: 'Sends events there; an address of this machine',
      },
      'allow-remote': { type: 'boolean', meaning: 'Lets --forward-to name another machine, over https' },
      after: {
        type: 'string',
        placeholder: '<event>',
        meaning:
          'Begins behind that event; 0 begins with the first one. Without it with what happens from now on',
      },
      limit: { type: 'string', placeholder: '<n>', meaning: 'Ends after so many events' },
      json: { type: 'boolean', meaning: 'Prints each event as a line of JSON' },
      ndjson: { type: 'boolean', meaning: 'The same' },
    },
    load: () => import('./listen.ts'),
  },
  logs: {
    summary: 'Prints the requests of the merchant that failed at a running gateway, and follows them',
    description:
      'Prints requests of the last seven days that were answered with 400 or more, the newest last: time, status, endpoint,\n' +
      'member and sentence of the answer, request id and payment. With --follow it goes on until it is ended; what fails is\n' +
      'there some four seconds later.\n' +
      CREDENTIALS,
    isClient: true,
    flags: ['data'],
    options: {
      follow: { type: 'boolean', meaning: 'Goes on with what fails from now on' },
      endpoint: {
        type: 'string',
        placeholder: '<name>',
        meaning: 'Only of that endpoint: authorize, manage, …',
      },
      status: { type: 'string', placeholder: '<code>', meaning: 'Only answered so: 422' },
      payment: { type: 'string', placeholder: '<id>', meaning: 'Only about that payment' },
      from: { type: 'string', placeholder: '<time>', meaning: 'Answered then or later (RFC 3339)' },
      limit: { type: 'string', placeholder: '<n>', meaning: 'At most so many to begin with; 20 without it' },
      json: { type: 'boolean', meaning: 'Prints each request as a line of JSON' },
      ndjson: { type: 'boolean', meaning: 'The same' },
    },
    load: () => import('./logs.ts'),
  },
  payments: {
    summary:
      'Finds payments at a running gateway, tells their timeline, captures, refunds and voids them, and so on',
    description:
      'list: payments, the newest first; every filter that is given must hold.\n' +
      'show: a payment with its timeline: what happened, why it was declined and what to do.\n' +
      'refund, capture, void: all of a payment; refund and capture take --amount of it. What a capture leaves is released.\n' +
      'increment: raises an authorization by --amount. extend: holds what is open of an authorization for longer.\n' +
      'The Idempotency-Key is written to the standard error output before the answer comes: give it again when the answer\n' +
      'is lost. In production they ask for --yes.\n' +
      CREDENTIALS,
    actions: ['list', 'show', 'refund', 'capture', 'void', 'increment', 'extend'],
    operands: {
      show: '<id>',
      refund: '<id>',
      capture: '<id>',
      void: '<id>',
      increment: '<id>',
      extend: '<id>',
    },
    isClient: true,
    flags: ['data'],
    options: {
      status: {
        type: 'string',
        placeholder: '<status>',
        actions: ['list'],
        meaning: 'DECLINED, APPROVED, PENDING, …',
      },
      reference: { type: 'string', placeholder: '<text>', actions: ['list'], meaning: 'Of that order' },
      email: { type: 'string', placeholder: '<address>', actions: ['list'], meaning: 'Of that customer' },
      last4: {
        type: 'string',
        placeholder: '<digits>',
        actions: ['list'],
        meaning: 'Paid with a card that ends so',
      },
      amount: {
        type: 'string',
        placeholder: '<n>',
        actions: ['list', 'refund', 'capture', 'increment'],
        meaning: 'In minor units, 1000 is 10.00: payments of that amount, or so much of one',
      },
      from: {
        type: 'string',
        placeholder: '<time>',
        actions: ['list'],
        meaning: 'Made then or later (RFC 3339)',
      },
      to: { type: 'string', placeholder: '<time>', actions: ['list'], meaning: 'Made before' },
      limit: {
        type: 'string',
        placeholder: '<n>',
        actions: ['list'],
        meaning: 'At most so many; 20 without it',
      },
      'idempotency-key': {
        type: 'string',
        placeholder: '<key>',
        actions: ['refund', 'capture', 'void', 'increment', 'extend'],
        meaning: 'That of the command whose answer was lost',
      },
      yes: {
        type: 'boolean',
        actions: ['refund', 'capture', 'void', 'increment', 'extend'],
        meaning: 'Does it in production',
      },
      json: { type: 'boolean', meaning: 'Prints the answer as one line of JSON' },
      ndjson: {
        type: 'boolean',
        actions: ['list'],
        meaning: 'Prints each payment as a line of JSON, as it is read',
      },
    },
    load: () => import('./payments.ts'),
  },
  pay: {
    summary: 'Creates a payment link at a running gateway, prints its address and can open it',
    description:
      'Anyone who has the address can pay: once, or as often as --uses says. The link expires after 30 days. --open opens it in\n' +
      'the browser of this machine; if there is none, open the printed address in another browser.\n' +
      CREDENTIALS,
    isClient: true,
    flags: ['data'],
    options: {
      open: { type: 'boolean', meaning: 'Opens the page of the link' },
      amount: {
        type: 'string',
        placeholder: '<n>',
        meaning: 'In minor units: 1000 is 10.00; default 1850',
      },
      currency: { type: 'string', placeholder: '<code>', meaning: 'ISO 4217; otherwise EUR' },
      description: { type: 'string', placeholder: '<text>', meaning: 'What is paid for, shown on the page' },
      uses: { type: 'string', placeholder: '<n>', meaning: 'How many payments may be approved; default 1' },
      terminal: {
        type: 'string',
        placeholder: '<id>',
        meaning: 'The terminal of the payments; default SLUICE_TERMINAL_ID',
      },
      json: { type: 'boolean', meaning: 'Prints the link as one line of JSON' },
    },
    load: () => import('./pay.ts'),
  },
  'checkout-sessions': {
    summary: 'Shows, changes and cancels a checkout session at a running gateway',
    description:
      'A checkout session is what a customer pays in: of embedded fields or of a hosted payment page. Its id opens a payment\n' +
      'form, so the gateway keeps only a hash: take the id from your shop.\n' +
      'show: the session with its status and its latest payment.\n' +
      'change: another --amount or --description while nobody is paying. A page that shows the earlier amount shows the new\n' +
      'one, and asks the customer to pay again.\n' +
      'cancel: nobody can pay it any more. A payment that waits for the customer ends as CANCELED, with its event; a session\n' +
      'without a payment frees its reference. Canceling again changes nothing.\n' +
      CREDENTIALS,
    actions: ['show', 'change', 'cancel'],
    operands: { show: '<id>', change: '<id>', cancel: '<id>' },
    isClient: true,
    flags: ['data'],
    options: {
      amount: {
        type: 'string',
        placeholder: '<n>',
        actions: ['change'],
        meaning: 'In minor units, 1000 is 10.00',
      },
      description: {
        type: 'string',
        placeholder: '<text>',
        actions: ['change'],
        meaning: 'What is paid for; "" clears that of a hosted payment page',
      },
      json: { type: 'boolean', meaning: 'Prints the session as one line of JSON' },
    },
    load: () => import('./checkout-sessions.ts'),
  },
  customers: {
    summary: 'Finds customers at a running gateway, shows and changes one',
    description:
      'list: customers, the newest first.\n' +
      'show: a customer.\n' +
      'change: what is given; the rest stays. An empty text clears a member, except the e-mail address. Saved cards stay with\n' +
      'the customer, and earlier payments keep what they were made with.\n' +
      CREDENTIALS,
    actions: ['list', 'show', 'change'],
    operands: { show: '<id>', change: '<id>' },
    isClient: true,
    flags: ['data'],
    options: {
      email: {
        type: 'string',
        placeholder: '<address>',
        actions: ['list', 'change'],
        meaning: 'Of that customer, or the new one',
      },
      ...Object.fromEntries(
        CUSTOMER_OPTIONS.map(({ option, placeholder = '<text>', meaning }) => [
          option,
          { type: 'string' as const, placeholder, actions: ['change'], meaning },
        ]),
      ),
      limit: {
        type: 'string',
        placeholder: '<n>',
        actions: ['list'],
        meaning: 'At most so many; 20 without it',
      },
      json: { type: 'boolean', meaning: 'Prints the answer as one line of JSON' },
    },
    load: () => import('./customers.ts'),
  },
  trigger: {
    summary:
      'Makes something happen at a running test gateway: a payment with 3-D Secure, a capture, refund, void and so on',
    description:
      'CHALLENGE, FRICTIONLESS_SUCCESS, NO_3DS and so on: pays with the test card in a course of 3-D Secure, the challenge\n' +
      'included, so that there is a payment with events, webhooks and a timeline.\n' +
      'capture, refund, void: acts on everything that is left of a payment; partial-capture, partial-refund: on half of that.\n' +
      'increment: raises an authorization by half of what is open. extend: holds it for longer.\n' +
      'Without --for a payment is taken first. Test environment only.\n' +
      CREDENTIALS,
    operand: '<flow>',
    choices: [...Object.keys(FOLLOW_UP_FLOWS), ...SIMULATED_FLOWS],
    isClient: true,
    flags: ['data'],
    options: {
      'response-code': {
        type: 'string',
        placeholder: '<code>',
        meaning: 'What the provider answers: 1004 is insufficient funds',
      },
      for: {
        type: 'string',
        placeholder: '<transaction>',
        meaning: 'The payment that it happens to',
      },
      json: { type: 'boolean', meaning: 'Prints the answer as one line of JSON' },
    },
    load: () => import('./trigger.ts'),
  },
  clock: {
    summary: 'Moves the clock of a running test gateway, and does everything that is due by then',
    description:
      'Moves the clock of the merchant forward by so many seconds: webhooks are tried again, sessions expire, providers are\n' +
      'asked. It never goes back. Test environment only.\n' +
      CREDENTIALS,
    actions: ['advance'],
    operands: { advance: '<seconds>' },
    isClient: true,
    flags: ['data'],
    options: { json: { type: 'boolean', meaning: 'Prints the answer as one line of JSON' } },
    load: () => import('./clock.ts'),
  },
  login: {
    summary:
      'Signs you in at the portal of a running gateway, for the other commands; needs no browser on this machine',
    description:
      'Prints an address and a code. Open the address in any browser, of another machine too, sign in and approve: the other\n' +
      'commands then may do what you may do at the portal, for twelve hours. The session is kept in a file of your configuration\n' +
      'folder that you alone may read. Credentials of a client in the environment or in demo.env go before it, unless\n' +
      'SLUICE_PORTAL_URL names the portal.',
    isClient: true,
    flags: [],
    options: {
      portal: {
        type: 'string',
        placeholder: '<url>',
        meaning: 'The address of the portal; SLUICE_PORTAL_URL without it',
      },
      json: { type: 'boolean', meaning: 'Prints who signed in as one line of JSON' },
    },
    load: () => import('./login.ts'),
  },
  logout: {
    summary: 'Ends the session that login began, at the portal and on this machine',
    description: 'Ends the session that login began, at the portal and on this machine.',
    isClient: true,
    flags: [],
    options: {
      portal: {
        type: 'string',
        placeholder: '<url>',
        meaning: 'Of which portal; SLUICE_PORTAL_URL without it, or the only login there is',
      },
      json: { type: 'boolean', meaning: 'Prints the address of the portal as JSON' },
    },
    load: () => import('./logout.ts'),
  },
  sessions: {
    summary: 'Lists and ends your portal sessions in browsers and programs',
    description:
      'list: where you are signed in, the newest first.\n' +
      'end: ends one.\n' +
      'end-others: ends all but the session of this machine.\n' +
      'It needs your login; ending needs one that is not older than ten minutes: sluice-gateway login.',
    actions: ['list', 'end', 'end-others'],
    operands: { end: '<session>' },
    isClient: true,
    flags: ['data'],
    options: {
      json: { type: 'boolean', actions: ['list'], meaning: 'Prints the sessions as one line of JSON' },
    },
    load: () => import('./sessions.ts'),
  },
  export: {
    summary: 'Prints the settings of your merchant as a configuration file, for who signed in',
    description:
      'Prints the settings of the merchant as a configuration file, with hashes in the place of secrets. It needs the login of an\n' +
      'owner that is not older than ten minutes: sluice-gateway login.',
    isClient: true,
    flags: ['data'],
    options: {},
    load: () => import('./export.ts'),
  },
  open: {
    summary: 'Prints a one-time link into the portal of a running test gateway',
    description:
      'Prints a link that opens the portal as the owner of the demo merchant, or of the sandbox of the credentials: once, within ten\n' +
      'minutes, on the machine where the gateway runs. Test environment only.\n' +
      CREDENTIALS,
    isClient: true,
    flags: ['data'],
    options: { json: { type: 'boolean', meaning: 'Prints the answer as one line of JSON' } },
    load: () => import('./open.ts'),
  },
  sandbox: {
    summary: 'Makes a merchant of its own at a running test gateway, empties it, keeps and restores its data',
    description:
      'create: a merchant with terminals, keys and a clock of its own. Its credentials go to a file of the data directory that\n' +
      'you alone may read, for node --env-file; the name of the file is printed.\n' +
      'reset: everything that payments left goes; credentials and settings stay, and the clock is the real one again.\n' +
      'snapshot: keeps all data under a name, those of the simulators too; the same name is replaced.\n' +
      'restore: puts the data of a snapshot in the place of those of now. Webhooks that were sent are not taken back.\n' +
      'The last three work on the sandbox of SLUICE_SANDBOX_ID, which is in the file of create, or on demo, and are refused\n' +
      'while a payment of the sandbox is under way. Test environment only.\n' +
      CREDENTIALS,
    actions: ['create', 'reset', 'snapshot', 'restore'],
    operands: { snapshot: '<name>', restore: '<name>' },
    isClient: true,
    flags: ['data'],
    options: {
      label: { type: 'string', placeholder: '<text>', actions: ['create'], meaning: 'A name for lists' },
      'webhook-url': {
        type: 'string',
        placeholder: '<url>',
        actions: ['create'],
        meaning: 'Where events are sent',
      },
      json: { type: 'boolean', meaning: 'Prints the answer as one line of JSON' },
    },
    load: () => import('./sandbox.ts'),
  },
  verify: {
    summary: 'Says whether the signature of a captured webhook holds, and why not',
    description:
      'Reads a file with a webhook as it was captured: perhaps a request line, the headers, a blank line, and the body byte by\n' +
      'byte. It is verified with SLUICE_WEBHOOK_SECRET (several with commas between), or with that of demo.env in the data\n' +
      'directory, and nothing leaves this machine. With --subscription a running gateway is asked, which knows the secret\n' +
      'and what it sent. A capture may be old: its age is told and not judged. Exits with 0 when the signature holds, with 1\n' +
      'when it does not, with 2 when the file cannot be read or there is no secret, with 3 when the gateway did not answer.\n' +
      CREDENTIALS,
    operand: '<file>',
    isClient: true,
    flags: ['data'],
    options: {
      subscription: {
        type: 'string',
        placeholder: '<id>',
        meaning: 'Asks the gateway; the message was sent for that subscription',
      },
      json: { type: 'boolean', meaning: 'Prints the answer as one line of JSON' },
    },
    load: () => import('./verify.ts'),
  },
  completion: {
    summary: 'Prints what makes a shell complete commands, actions and options',
    description:
      'Prints a script for the shell, made of the same table as this help:\n' +
      'bash: source <(sluice-gateway completion bash), in ~/.bashrc.\n' +
      'zsh: source <(sluice-gateway completion zsh), in ~/.zshrc behind compinit; or a file _sluice_gateway in $fpath.\n' +
      'fish: sluice-gateway completion fish > ~/.config/fish/completions/sluice-gateway.fish.',
    actions: ['bash', 'zsh', 'fish'],
    isClient: true,
    flags: [],
    options: {},
    // The table would need itself, if the module imported it.
    load: async () => {
      const { printCompletion } = await import('./completion.ts')
      return { run: ({ action }) => Promise.resolve(printCompletion(action ?? '', COMMANDS)) }
    },
  },
  mcp: {
    summary:
      'Serves assistants the documentation and the tools of a test gateway, by MCP on standard input and output',
    description:
      'Serves the Model Context Protocol on standard input and output until the input ends: read the documentation, make a\n' +
      'sandbox, pay with a card through 3-D Secure, move the clock, inject faults, explain a payment, list, replay and\n' +
      'verify webhooks, check a receiver. It works with a running gateway of the test environment and refuses every other.\n' +
      'It shows no secret. ' +
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
  keys: {
    summary: 'Changes the master key and the keys of access tokens, while gateways run',
    description:
      'rotate-master: adds a key to the master key file, waits until every gateway has reported it, and seals everything\n' +
      'under it; names the processes that have not after two minutes, until which nothing is sealed under it.\n' +
      'Payments go on meanwhile; a run that was interrupted is finished by the next, or by a running gateway.\n' +
      'With SLUICE_MASTER_KEY_COMMAND the KMS adds the key; the command seals everything under it. Where several\n' +
      'machines have files of their own, add the same line to each, with a time that leaves you enough of it.\n' +
      'The embedded database belongs to the gateway that runs: that one does the work; without one the command does.\n' +
      'rotate-signing: publishes the next key of access tokens, which signs 15 minutes later. Gateways do it by\n' +
      'themselves every 90 days.\n' +
      'revoke-signing: ends every access token that a key has signed, within seconds.\n' +
      'With the embedded database stop the gateway before one of these two.',
    actions: ['rotate-master', 'rotate-signing', 'revoke-signing'],
    flags: ['data', 'database-url'],
    options: {
      kid: {
        type: 'string',
        placeholder: '<kid>',
        actions: ['revoke-signing'],
        meaning: 'Which key, as the JWKS endpoint names it',
      },
    },
    load: () => import('./keys.ts'),
  },
  'rotate-vault-kek': {
    summary: 'Puts a new wrapping key in the place of the one that wraps the keys of saved cards',
    description:
      'Makes a new wrapping key, wraps every data key of the vault under it and destroys the old one. Saved cards stay as\n' +
      'they are. Payments go on meanwhile; a run that was interrupted is finished by the next.\n' +
      'The embedded database belongs to one process: stop the gateway first.',
    flags: ['data', 'database-url'],
    options: {},
    load: () => import('./rotate-vault-kek.ts'),
  },
  'rotate-vault-keys': {
    summary: 'Seals every saved card under a new key',
    description:
      'Makes new data keys and seals every saved card under one of them. The old ones are destroyed by a gateway or a run\n' +
      'that comes at least an hour later. Payments go on meanwhile; a run that was interrupted is finished by the next, or\n' +
      'by a running gateway.\n' +
      'The embedded database belongs to one process: stop the gateway first.',
    flags: ['data', 'database-url'],
    options: {},
    load: () => import('./rotate-vault-keys.ts'),
  },
}
