import { resolve } from 'node:path'

import { createSystemRandom, systemClock } from '@sluice/platform/system'

import { describeInstallation, type InstallationOptions } from '../installation/describe-installation.ts'
import { InstallationError, writeInstallation } from '../installation/write-installation.ts'
import type { RunCommand } from './command.ts'
import { writeError, writeOutput } from '../terminal.ts'

const EXIT = { refused: 1, misused: 2 } as const

const DEFAULTS = { dir: 'sluice', merchant: 'merchant' } as const

/** The pattern of names in the configuration file. */
const MERCHANT = /^[a-z0-9][a-z0-9-]{0,39}$/

/** Characters that shells, systemd and container runtimes read in the same way without quotes. */
const PLAIN_PATH = /^[A-Za-z0-9/._-]+$/

/** Creates the files of a new production installation. */
export const run: RunCommand = ({ options }) => Promise.resolve(initialize(options))

function initialize(options: Readonly<Record<string, string | boolean>>): number {
  const installation = readInput(options)
  if (typeof installation === 'string') {
    writeError(`${installation}\n`)
    return EXIT.misused
  }
  try {
    writeInstallation(
      installation.directory,
      describeInstallation(installation, createSystemRandom(systemClock)),
    )
  } catch (error) {
    if (!(error instanceof InstallationError)) throw error
    writeError(`${error.message}\n`)
    return EXIT.refused
  }
  writeOutput(describeNextSteps(installation))
  return 0
}

/** Returns the requested installation, or the problem with the request. */
function readInput(options: Readonly<Record<string, string | boolean>>): InstallationOptions | string {
  const directory = resolve(String(options['dir'] ?? DEFAULTS.dir))
  const baseUrl = readOrigin(options['base-url'])
  const shopOrigin = readOrigin(options['shop'])
  const merchant = String(options['merchant'] ?? DEFAULTS.merchant)
  if (baseUrl === null) return 'Set --base-url to the https origin of the service: https://pay.example.com'
  if (shopOrigin === null)
    return "Set --shop to the https origin of the merchant's pages: https://shop.example.com"
  if (!MERCHANT.test(merchant))
    return 'Set --merchant to 1 to 40 lower-case letters, digits and hyphens: blueberry'
  if (!PLAIN_PATH.test(directory))
    return `Set --dir to a path of letters, digits and /._- only: ${directory} would need quotes in the environment file.`
  return { directory, baseUrl, shopOrigin, merchant }
}

function readOrigin(text: string | boolean | undefined): string | null {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' || url.username !== '' || url.pathname !== '/' || url.search || url.hash)
    return null
  return url.origin
}

function describeNextSteps({ directory, merchant }: InstallationOptions): string {
  return `${directory} holds environment, sluice.yaml and secrets, readable by you alone. Back the secrets up: without secrets/master-key nothing that the gateway stores can be decrypted.

1. Put your acquirer's and your 3-D Secure server's addresses into sluice.yaml, and their secrets into
   secrets/acquirer and secrets/three-ds-server (or give them the generated ones).
2. Load the environment, and see what is missing:

     set -a; . ${directory}/environment; set +a
     sluice-gateway doctor

3. sluice-gateway users invite you@example.com --name "Your Name"
   prints a link to the portal for its first operator. Invite before you start: the embedded database belongs to one process.
   The portal and the payment methods' frames have host names of their own, listed in the environment file: add them to
   DNS, to your proxy and to its certificate.
4. sluice-gateway start

The merchant's backend gets its tokens as ${merchant}-backend with secrets/merchant-client; its webhooks are signed with
secrets/merchant-webhook.
`
}
