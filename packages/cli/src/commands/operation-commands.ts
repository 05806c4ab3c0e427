import type { Command } from './command.ts'
import { JSON_RESULT, ONLY_WHILE_STOPPED, REASON, STOP_FIRST } from './shared-rows.ts'

/** Commands for people who run a gateway in production. */
export const OPERATION_COMMANDS: Readonly<Record<string, Command>> = {
  init: {
    summary: 'Creates the files of a production installation',
    description:
      'Creates the files of a new production installation in an empty directory: the environment, a configuration file with one\n' +
      'merchant who accepts cards, and every secret. Only you may read them. It says what remains to do, and overwrites nothing.',
    flags: [],
    options: {
      dir: { type: 'string', placeholder: '<path>', meaning: 'The directory; default ./sluice' },
      'base-url': {
        type: 'string',
        placeholder: '<origin>',
        meaning: 'The public https address of the service',
      },
      shop: {
        type: 'string',
        placeholder: '<origin>',
        meaning: 'The https address of the merchant’s pages',
      },
      merchant: { type: 'string', placeholder: '<name>', meaning: 'The name of the merchant in the file' },
    },
    load: () => import('./init.ts'),
  },
  doctor: {
    summary: 'Checks whether a gateway of this configuration can work',
    description:
      'Checks everything that a gateway of this configuration requires: the configuration file, the master key, the data\n' +
      'directory, the database, providers, the 3-D Secure server, its addresses, their certificates and clocks, and names the fix\n' +
      'of each problem. It changes nothing, and may run before the first start or while gateways run. Exits with 1 when it found\n' +
      'a problem.',
    flags: ['data', 'database-url', 'config'],
    options: { json: { type: 'boolean', meaning: 'Prints every finding as JSON' } },
    load: () => import('./doctor.ts'),
  },
  apply: {
    summary: 'Applies the configuration file to merchants',
    description:
      'Creates and changes merchants, terminals, clients, client keys and webhooks as the configuration file says, in one commit,\n' +
      'and prints the changes: + created, ~ changed, - deactivated. What the file no longer lists of its merchants is deactivated,\n' +
      'never deleted; merchants that the file does not name are not changed. Running gateways notice within five seconds. Providers,\n' +
      'the 3DS server and identity are read when a gateway starts.\n' +
      'The embedded database belongs to one process: stop the gateway first, or restart it with --config.',
    flags: ['config', 'data', 'database-url'],
    options: { 'dry-run': { type: 'boolean', meaning: 'Prints the changes without applying them' } },
    load: () => import('./apply.ts'),
  },
  schema: {
    summary: 'Prints the JSON Schema of the configuration file',
    description:
      'Prints the JSON Schema of the configuration file, by which editors complete and validate it.',
    flags: [],
    options: {},
    load: () => import('./schema.ts'),
  },
  methods: {
    summary: 'Lists payment methods as shoppers see them',
    description:
      'Lists the alternative payment methods of each terminal of the configuration file, in the order in which shoppers see them,\n' +
      'with name, countries and currencies, and why a method is not offered. It reads the file and stores nothing.',
    flags: ['config'],
    options: { json: { type: 'boolean', meaning: 'Prints every member of every method as JSON' } },
    load: () => import('./methods.ts'),
  },
  'preview-branding': {
    summary: 'Previews the payment page of a merchant',
    description:
      'Serves sample payment pages in the branding of a merchant of the configuration file, on this machine only, and lists colors\n' +
      'with too little contrast. It reads the file, fetches logo and font, and stores nothing.',
    flags: ['config', 'port'],
    options: {
      merchant: {
        type: 'string',
        placeholder: '<id>',
        meaning: 'The id of the merchant, or its name in the file; required if there are several',
      },
    },
    load: () => import('./preview-branding.ts'),
  },
  connector: {
    summary: 'Lists connectors to real providers, and proves one with test keys',
    description:
      'prove makes one payment for everything that the connector declares, and prints method, currency, operation and result:\n' +
      'PROVEN, ACCEPTED (the result arrives as an event), REFUSED by the provider, FAILED, UNKNOWN, or SKIPPED with the reason. It\n' +
      'writes the report after each payment, and an interrupted run continues from it. It refuses keys and addresses that may be\n' +
      'live, and prints neither keys nor card numbers. Exits with 0 when nothing was refused or failed, 1 when something was, 2\n' +
      'when the command line is invalid or the keys may be live, and 3 when the provider did not answer.',
    actions: {
      list: {
        meaning:
          'lists the connectors of this version: their `type` in the configuration, the required secrets, payment methods\n' +
          'with currencies and countries, and with --json all declarations. Reads no configuration and makes no network calls',
      },
      prove: { meaning: 'makes payments at the test environment of a configured provider' },
    },
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
        meaning: 'The account with the provider; default: the first',
      },
      report: {
        type: 'string',
        placeholder: '<file>',
        actions: ['prove'],
        meaning: 'The report; default connector-prove-<id>.json',
      },
      'stand-in': {
        type: 'boolean',
        actions: ['prove'],
        meaning:
          'A simulation answers at the address, which is on this machine. Without it, such an address counts as live',
      },
      json: JSON_RESULT,
    },
    load: () => import('./connector.ts'),
  },
  providers: {
    summary: 'Lists, pauses and resumes provider accounts',
    description: ONLY_WHILE_STOPPED,
    actions: {
      list: {
        meaning:
          'lists the accounts: CLOSED (they answer), OPEN (they do not, so other routes are tried first) or PAUSED',
      },
      pause: {
        operand: '<provider>/<account>',
        meaning:
          'sends no new payment to the account, in any process, within a second. Payments in progress are finished there,\n' +
          'and captures, refunds and voids are still sent there',
      },
      resume: { operand: '<provider>/<account>', meaning: 'sends new payments there again' },
    },
    flags: ['config', 'data', 'database-url'],
    options: { reason: { ...REASON, actions: ['pause', 'resume'] }, json: JSON_RESULT },
    load: () => import('./providers.ts'),
  },
  'provider-events': {
    summary: 'Lists provider events that were not applied, and retries them',
    description: ONLY_WHILE_STOPPED,
    actions: {
      list: { meaning: 'counts them, and lists the newest 100 that are BROKEN or in the state of --state' },
      retry: {
        operand: '<event>',
        meaning: 'applies a broken event again, up to five times. Fix the cause first; the log names it',
      },
    },
    flags: ['config', 'data', 'database-url'],
    options: {
      state: {
        type: 'string',
        placeholder: '<state>',
        actions: ['list'],
        meaning: 'WAITING, BROKEN, FOREIGN or IGNORED; default BROKEN',
      },
      account: {
        type: 'string',
        placeholder: '<provider>/<account>',
        actions: ['retry'],
        meaning: 'The account of the event, as the list shows it',
      },
      reason: { ...REASON, actions: ['retry'] },
      json: JSON_RESULT,
    },
    load: () => import('./provider-events.ts'),
  },
  clients: {
    summary: 'Lists API clients of a merchant and renews their secrets',
    description: `To list clients, the gateway may keep running. ${STOP_FIRST}`,
    actions: {
      list: { meaning: 'lists the clients and their roles' },
      rotate: {
        operand: '<client>',
        meaning:
          'creates a new secret and prints it once; the previous one is valid for another day. Secrets of clients that may\n' +
          'pay out, charge without the customer, or change webhooks are renewed only here, never in the portal. Give the\n' +
          'secret to its program only',
      },
    },
    flags: ['data', 'database-url'],
    options: {
      merchant: {
        type: 'string',
        placeholder: '<id>',
        meaning: 'The id of the merchant, or its name in the configuration file',
      },
      'old-secret-hours': {
        type: 'string',
        placeholder: '<hours>',
        actions: ['rotate'],
        meaning: 'How long the previous secret stays valid, 0 to 168 hours; default 24',
      },
      json: JSON_RESULT,
    },
    load: () => import('./clients.ts'),
  },
  users: {
    summary: 'Invites people to the portal, lists and removes them',
    description:
      'Without --merchant: the operators of the service. Send a link only to its person, over a channel that proves who they are.\n' +
      `To list people, the gateway may keep running. ${STOP_FIRST}`,
    actions: {
      list: { meaning: 'lists people and how they sign in' },
      invite: {
        operand: '<e-mail>',
        meaning: 'adds a person and prints a one-time link to set the password, valid for a week',
      },
      remove: { operand: '<e-mail>', meaning: 'removes a person and ends their sessions' },
      reset: {
        operand: '<e-mail>',
        meaning:
          'removes password, authenticator app, passkeys and recovery codes, ends sessions, and prints a link to set them up\n' +
          'again, valid for an hour',
      },
    },
    flags: ['data', 'database-url'],
    options: {
      merchant: {
        type: 'string',
        placeholder: '<id>',
        meaning: 'The id of the merchant, or its name in the configuration file',
      },
      name: {
        type: 'string',
        placeholder: '<name>',
        actions: ['invite'],
        meaning: 'The name of the person',
      },
      roles: {
        type: 'string',
        placeholder: '<roles>',
        actions: ['invite'],
        meaning: 'Separated by commas: owner, developer, finance, support; default owner',
      },
      reason: {
        type: 'string',
        placeholder: '<reason>',
        actions: ['reset'],
        meaning: 'The reason, for an owner; the owners of the merchant can read it',
      },
      json: JSON_RESULT,
    },
    load: () => import('./users.ts'),
  },
  check: {
    summary: 'Verifies all stored data against the invariants',
    description:
      'Verifies the invariants: amounts add up, every outcome has its event, nothing is stuck, no card data is left behind, the\n' +
      'audit trail is intact. It only reads, and may run while gateways run. Exits with 1 when it found a violation. Run it with\n' +
      'the configuration of the gateway: the audit trail is authenticated with the master key.',
    flags: ['data', 'database-url', 'config'],
    options: {
      json: { type: 'boolean', meaning: 'Prints every finding as JSON' },
      lines: { type: 'boolean', meaning: 'Prints each result as a line of JSON as soon as it is known' },
      only: {
        type: 'string',
        placeholder: '<ids>',
        meaning: 'Verifies only these invariants, separated by commas: I1,I13',
      },
      acknowledged: {
        type: 'string',
        placeholder: '<file>',
        meaning:
          'Answers that a client recorded, one a line: {"transaction_id": …, "status": …}; each must be stored',
      },
      live: {
        type: 'boolean',
        meaning:
          'Compares the capabilities of every configured provider with the configuration; needs no database',
      },
    },
    load: () => import('./check.ts'),
  },
  'tamper-check': {
    summary: 'Compares the pages of a running service with this build',
    description:
      'Requests scripts, frames and pages of a service as a browser does, and compares them and their headers with what this\n' +
      'build serves under the same configuration. Run it with the environment and the configuration file of the gateway; it needs\n' +
      'none of their secrets, so it may run on another machine. Exits with 0 when everything is identical, 1 when something\n' +
      'differs, 2 when the command line is invalid, and 3 when something could not be reached.\n' +
      'To compare the payment page as well, name an open one with --page, or a client that may open one with --client.',
    target: '<public url>',
    flags: ['config'],
    options: {
      page: { type: 'string', placeholder: '<url>', meaning: 'An open payment page' },
      client: {
        type: 'string',
        placeholder: '<id>',
        meaning: 'A client that opens a payment page for the check',
      },
      'secret-file': {
        type: 'string',
        placeholder: '<file>',
        meaning: 'A file with the secret of the client',
      },
      terminal: { type: 'string', placeholder: '<id>', meaning: 'The terminal of the page' },
      'return-url': {
        type: 'string',
        placeholder: '<url>',
        meaning: 'The return address of the page, of an origin of the terminal; default: the service itself',
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
  keys: {
    summary: 'Rotates the master key and the signing keys of access tokens',
    description: 'Payments continue meanwhile.',
    actions: {
      'rotate-master': {
        meaning:
          'adds a key to the master key file, waits until every gateway has loaded it, and re-encrypts everything under it.\n' +
          'Until then nothing is encrypted under it; after two minutes it names the processes that are missing. The next run,\n' +
          'or a running gateway, finishes an interrupted one. With SLUICE_MASTER_KEY_COMMAND the KMS adds the key. If several\n' +
          'machines have files of their own, add the same line to each, with a time that leaves you enough time. With the\n' +
          'embedded database the running gateway does the work, or else this command',
      },
      'rotate-signing': {
        meaning:
          'publishes the next signing key of access tokens, which signs 15 minutes later. Gateways do it themselves every\n' +
          '90 days. With the embedded database, stop the gateway first',
      },
      'revoke-signing': {
        meaning:
          'invalidates every access token that a key has signed, within seconds. With the embedded database, stop the\n' +
          'gateway first',
      },
    },
    flags: ['data', 'database-url'],
    options: {
      kid: {
        type: 'string',
        placeholder: '<kid>',
        actions: ['revoke-signing'],
        meaning: 'The id of the key at the JWKS endpoint',
      },
    },
    load: () => import('./keys.ts'),
  },
  'rotate-vault-kek': {
    summary: 'Rotates the key that wraps the keys of saved cards',
    description:
      'Creates a new wrapping key, wraps every data key of the vault under it and destroys the previous one. Saved cards do not\n' +
      'change. Payments continue meanwhile; the next run finishes an interrupted one.\n' +
      STOP_FIRST,
    flags: ['data', 'database-url'],
    options: {},
    load: () => import('./rotate-vault-kek.ts'),
  },
  'rotate-vault-keys': {
    summary: 'Re-encrypts every saved card under a new key',
    description:
      'Creates new data keys and encrypts every saved card under one of them. A gateway or a run at least an hour later destroys\n' +
      'the previous ones. Payments continue meanwhile; the next run, or a running gateway, finishes an interrupted one.\n' +
      STOP_FIRST,
    flags: ['data', 'database-url'],
    options: {},
    load: () => import('./rotate-vault-keys.ts'),
  },
  reset: {
    summary: 'Deletes all data',
    description:
      'Permanently deletes every table of Sluice with its merchants, payments and saved cards, after it has shown them and asked.\n' +
      'Other tables of the same PostgreSQL database stay, and so do the master key and other files of the data directory. It works\n' +
      'on a database of any version, also one that a gateway refuses. Stop all gateways first. In production the answer must be\n' +
      'typed.',
    flags: ['data', 'database-url'],
    options: { yes: { type: 'boolean', meaning: 'Does not ask; test environment only' } },
    load: () => import('./reset.ts'),
  },
}
