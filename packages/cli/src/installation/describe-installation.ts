import type { Random } from '@sluice/platform/kernel/random'

/** The parameters of a new installation. */
export interface InstallationOptions {
  /** The absolute path. */
  readonly directory: string
  /** The https origin at which clients will reach the service. */
  readonly baseUrl: string
  /** The merchant's name in the configuration file. */
  readonly merchant: string
  /** The origin of the merchant's pages. */
  readonly shopOrigin: string
}

export interface InstallationFile {
  /** The path below the directory. */
  readonly path: string
  readonly text: string
}

const SECRET_BYTES = 32
const CLIENT_KEY_BYTES = 16

/** The generated secrets, and the format of each. */
const SECRETS: Readonly<Record<string, (bytes: Buffer) => string>> = {
  'master-key': (bytes) => bytes.toString('base64'),
  'merchant-client': (bytes) => bytes.toString('base64url'),
  'merchant-webhook': (bytes) => `whsec_${bytes.toString('base64')}`,
  acquirer: (bytes) => bytes.toString('base64url'),
  'three-ds-server': (bytes) => bytes.toString('base64url'),
  // Each token has one purpose: a program that scrapes metrics must not resolve payments.
  'operator-token': (bytes) => bytes.toString('base64url'),
  'metrics-token': (bytes) => bytes.toString('base64url'),
}

/** Returns the files of a production installation with one merchant: environment, configuration file and secrets. */
export function describeInstallation(
  installation: InstallationOptions,
  random: Random,
): readonly InstallationFile[] {
  const secrets = Object.entries(SECRETS).map(([name, write]) => ({
    path: `secrets/${name}`,
    text: `${write(Buffer.from(random.bytes(SECRET_BYTES)))}\n`,
  }))
  const clientKey = `ck_live_${Buffer.from(random.bytes(CLIENT_KEY_BYTES)).toString('hex')}`
  return [
    { path: 'environment', text: describeEnvironment(installation) },
    { path: 'sluice.yaml', text: describeConfiguration(installation, clientKey) },
    ...secrets,
  ]
}

/**
 * Shells, systemd (`EnvironmentFile`) and container runtimes (`--env-file`) read the file, so it has no quotes and
 * no variables.
 */
function describeEnvironment({ directory, baseUrl }: InstallationOptions): string {
  return `# All variables: sluice-gateway help environment
SLUICE_ENVIRONMENT=production
SLUICE_BASE_URL=${baseUrl}
# Names of their own for the payment methods' frames and for the portal: the proxy and its certificate need them too.
SLUICE_METHODS_URL=${originBelow('methods', baseUrl)}
SLUICE_PORTAL_URL=${originBelow('portal', baseUrl)}
# Addresses of the proxy that ends TLS; several with commas.
SLUICE_TRUSTED_PROXIES=127.0.0.1/32
SLUICE_MASTER_KEY_FILE=${directory}/secrets/master-key
SLUICE_CONFIG_FILE=${directory}/sluice.yaml
SLUICE_OPERATOR_TOKEN_FILE=${directory}/secrets/operator-token
# If several processes run here, give each its own SLUICE_METRICS_ADDRESS, such as 127.0.0.1:9464.
SLUICE_METRICS_TOKEN_FILE=${directory}/secrets/metrics-token
SLUICE_DATA_DIR=${directory}/data
`
}

function originBelow(name: string, baseUrl: string): string {
  const { protocol, host } = new URL(baseUrl)
  return `${protocol}//${name}.${host}`
}

function describeConfiguration({ merchant, shopOrigin }: InstallationOptions, clientKey: string): string {
  return `# One merchant who takes cards. sluice.example.yaml of the package shows every member; sluice-gateway schema prints the
# JSON Schema, by which editors complete and check this file.

merchants:
  - id: ${merchant}
    name: ${merchant} # what customers see
    terminals:
      - terminal_id: T00000000001
        features:
          - TRX_TYPE_PURCHASE
          - TRX_TYPE_AUTHORIZE
          - TRX_TYPE_CAPTURE
          - TRX_TYPE_REFUND
          - TRX_TYPE_VOID
          - THREE_DS
        brands: [VISA, MASTERCARD]
        payment_methods: [card]
        routing:
          - { provider: acquirer, account: ${merchant}-eur }
        origins: ['${shopOrigin}']
    clients:
      - client_id: ${merchant}-backend
        roles: [merchant]
        secret_files: [secrets/merchant-client]
    client_keys:
      - client_key: ${clientKey}
        origins: ['${shopOrigin}']
    webhooks:
      - id: orders
        url: ${shopOrigin}/webhooks/payments
        filters: ['*']
        secret_file: secrets/merchant-webhook

# REPLACE: your acquirer's address, account (above too) and secret.
providers:
  - id: acquirer
    type: http
    url: https://acquirer.example/v1
    secret_file: secrets/acquirer
    accounts:
      - id: ${merchant}-eur
        # What your acquirer registered you by; the 3-D Secure server requires it.
        acquirers:
          default: { bin: '000000', merchant_id: '000000000000000', requestor_id: '000000' }
        business: { country: SE, mcc: '5999', url: ${shopOrigin} }
    methods: [card]
    operations: [CAPTURE, REFUND, VOID]
    fences: true

# REPLACE: your 3-D Secure server's address and secret.
three_ds_servers:
  - id: main
    url: https://three-ds.example
    secret_file: secrets/three-ds-server

# Programs that help to operate: each has a token for what it does, and only that. The operator token opens everything.
operator_programs: []
#  - { id: reconciler, areas: [decisions], token_files: [secrets/reconciler] }
`
}
